import type { Process, ProcessStart } from "./process.ts";
import { volumeMountAt } from "./volume-mount-at.ts";

/** Numeric user and groups of a container. */
export interface Identity {
  readonly user: number;
  readonly group: number;
  /** Supplementary groups in ascending order; empty where none are set. */
  readonly groups: readonly number[];
}

/** The user and groups that a container asks for, else its pod, else its image. */
export const identityOf = ({ start }: Pick<Process, "start">): Identity => {
  const { pod, container, image } = start;
  const asked: RunAs = { ...pod.spec.securityContext, ...container.securityContext };
  const { runAsUser: user = image?.user ?? 0, runAsGroup, fsGroup, supplementalGroups = [] } = asked;
  const known = accountsOf(start, "/etc/passwd").find(({ id }) => id === user);
  const group = runAsGroup ?? (known === undefined ? 0 : known.group);
  const given = [...supplementalGroups, ...(fsGroup === undefined ? [] : [fsGroup])];
  const isPlain = given.length === 0 && user !== 0 && known !== undefined && group === user;
  return { user, group, groups: isPlain ? [] : [...new Set([group, ...given])].sort((a, b) => a - b) };
};

/** The name that an image gives a user. */
export const userName = ({ start }: Process, user: number): string | undefined =>
  accountsOf(start, "/etc/passwd").find(({ id }) => id === user)?.name;

/** The name that an image gives a group. */
export const groupName = ({ start }: Process, group: number): string | undefined =>
  accountsOf(start, "/etc/group").find(({ id }) => id === group)?.name;

/** Home directory of the container's user by the image's /etc/passwd; `/` for an unknown user. */
export const homeOf = (process: Pick<Process, "start">): string => {
  const { user } = identityOf(process);
  return accountsOf(process.start, "/etc/passwd").find(({ id }) => id === user)?.home || "/";
};

/** Numeric id of an account name or number. */
export const accountNumber = ({ start }: Process, file: AccountFile, word: string): number | undefined =>
  /^\d+$/.test(word) ? Number(word) : accountsOf(start, file).find(({ name }) => name === word)?.id;

type AccountFile = "/etc/passwd" | "/etc/group";

interface RunAs {
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
  readonly fsGroup?: number;
  readonly supplementalGroups?: readonly number[];
}

interface Account {
  readonly name: string;
  readonly id: number;
  readonly group: number;
  readonly home: string;
}

/** Accounts of a container: of what is mounted over the image's, else of its image; every image has root. */
const accountsOf = ({ container, image, files }: ProcessStart, file: AccountFile): readonly Account[] => {
  const text = files[file] ?? image?.files?.[file] ?? (volumeMountAt(container, file) === undefined ? ROOT_ALONE : "");
  return text.split("\n").flatMap((line) => {
    const [name = "", , id = "", group = "0", , home = ""] = line.split(":");
    return id === "" ? [] : [{ name, id: Number(id), group: Number(group), home }];
  });
};

const ROOT_ALONE = "root:x:0:0:root:/root:/bin/sh\n";
