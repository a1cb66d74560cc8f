import { err, ok, type Result } from "#core/result.ts";
import type { Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { authorize } from "../../policy/rbac/authorize.ts";
import type { AccessAttributes } from "../../policy/rbac/rule-allows.ts";
import type { UserInfo } from "../client.ts";
import { badRequest, failure } from "../status.ts";

/** User whom a request acts as: its own, or the one of its impersonation headers, where RBAC allows that. */
export const impersonate = (world: World, user: UserInfo, headers: Readonly<Record<string, string>>): Result<UserInfo, Status> => {
  const wanted = wantedOf(headers);
  if (wanted.length === 0) return ok(user);
  if (!wanted.some(({ kind }) => kind === "users" || kind === "serviceaccounts")) {
    return err(badRequest(`requested [${wanted.map(showReference).join(" ")}] without impersonating a user`));
  }
  for (const identity of wanted) {
    const refused = refuse(world, user, identity);
    if (refused !== undefined) return err(refused);
  }
  return ok(becoming(wanted));
};

interface Identity {
  readonly kind: "users" | "serviceaccounts" | "groups" | "uids" | "userextras";
  readonly name: string;
  readonly namespace?: string;
  /** Of `userextras`. */
  readonly key?: string;
}

const EXTRA = "impersonate-extra-";

const wantedOf = (headers: Readonly<Record<string, string>>): readonly Identity[] => {
  const { "impersonate-user": username, "impersonate-group": groups, "impersonate-uid": uid } = headers;
  const extras = Object.keys(headers)
    .filter((name) => name.startsWith(EXTRA))
    .sort();
  return [
    ...(username ? [userOf(username)] : []),
    ...listOf(groups).map((name): Identity => ({ kind: "groups", name })),
    ...extras.flatMap((header) =>
      listOf(headers[header]).map((name): Identity => ({ kind: "userextras", key: decodeKey(header.slice(EXTRA.length)), name })),
    ),
    ...(uid ? [{ kind: "uids", name: uid } as const] : []),
  ];
};

const userOf = (username: string): Identity => {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username) ?? [];
  return namespace === undefined || name === undefined ? { kind: "users", name: username } : { kind: "serviceaccounts", namespace, name };
};

/** Headers that came more than once stand with commas. */
const listOf = (header: string | undefined): readonly string[] =>
  (header ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const decodeKey = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const AUTHENTICATION = "authentication.k8s.io";

const refuse = (world: World, user: UserInfo, { kind, name, namespace, key }: Identity): Status | undefined => {
  const group = kind === "uids" || kind === "userextras" ? AUTHENTICATION : "";
  const resource = key === undefined ? kind : `${kind}/${key}`;
  const attributes: AccessAttributes = { verb: "impersonate", group, resource, name, namespace };
  if (authorize(world, user, attributes).allowed) return undefined;
  const qualified = group === "" ? kind : `${kind}.${group}`;
  const where = namespace === undefined ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
  const cause = `User ${JSON.stringify(user.username)} cannot impersonate resource ${JSON.stringify(resource)} in API group ${JSON.stringify(group)} ${where}`;
  const details = { name, ...(group !== "" && { group }), kind };
  return failure(403, "Forbidden", `${qualified} ${JSON.stringify(name)} is forbidden: ${cause}`, details);
};

const SYSTEM_GROUPS = { known: "system:authenticated", unknown: "system:unauthenticated" } as const;

/** Impersonated user, with the groups that every authenticated user has and those of service accounts. */
const becoming = (wanted: readonly Identity[]): UserInfo => {
  const account = wanted.find(({ kind }) => kind === "serviceaccounts");
  const username = account === undefined ? (wanted.find(({ kind }) => kind === "users")?.name ?? "") : accountName(account);
  const named = wanted.filter(({ kind }) => kind === "groups").map(({ name }) => name);
  const own = account !== undefined && named.length === 0 ? ["system:serviceaccounts", `system:serviceaccounts:${account.namespace}`] : [];
  const groups = [...named, ...own];
  const system = username === "system:anonymous" ? SYSTEM_GROUPS.unknown : SYSTEM_GROUPS.known;
  const uid = wanted.find(({ kind }) => kind === "uids")?.name;
  const extra: Record<string, readonly string[]> = {};
  for (const { key, name } of wanted) if (key !== undefined) extra[key] = [...(extra[key] ?? []), name];
  return {
    username,
    ...(uid !== undefined && { uid }),
    groups: groups.includes(system) || groups.includes(SYSTEM_GROUPS.unknown) ? groups : [...groups, system],
    ...(Object.keys(extra).length > 0 && { extra }),
  };
};

const accountName = ({ namespace, name }: Identity): string => `system:serviceaccount:${namespace}:${name}`;

/** An object reference as Go prints a struct. */
const showReference = ({ kind, name, key }: Identity): string => {
  const shown = kind === "groups" ? "Group" : kind === "uids" ? "UID" : "UserExtra";
  const version = kind === "groups" ? "" : `${AUTHENTICATION}/v1`;
  return `{${shown}  ${name}  ${version}  ${key ?? ""}}`;
};
