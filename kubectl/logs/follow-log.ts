import type { Pod } from "#kube/types/pod.ts";
import { WaitLimitReached } from "../session/capped-clock.ts";
import { statusFailure } from "../session/errors.ts";
import { PODS } from "../session/pods-of.ts";
import { resourcePath, type Session } from "../session/session.ts";

/** A log to follow. */
export interface FollowedLog {
  readonly pod: Pod;
  readonly container: string;
  /** Query of the first read. */
  readonly query: Readonly<Record<string, string>>;
  /** Prints new text. */
  readonly print: (text: string) => void;
}

/** Prints the output of containers until all of them have ended, nobody reads any more of it, or the command's time is over. */
export const followLogs = async (session: Session, logs: readonly FollowedLog[]): Promise<void> => {
  const followers = logs.map((log) => createFollower(session, log));
  for (const follower of followers) await follower.step();
  const isOver = async (): Promise<boolean> => {
    for (const follower of followers) await follower.step();
    return followers.every((follower) => follower.isOver()) || !session.isHeard();
  };
  if (followers.every((follower) => follower.isOver()) || !session.isHeard()) return;
  if (!(await session.cluster.clock.until(isOver, { timeoutMs: session.timeoutMs }))) throw new WaitLimitReached();
};

interface Follower {
  step(): Promise<void>;
  isOver(): boolean;
}

/** Creates a follower that reads lines with timestamps, so that each read starts where the last one ended. */
const createFollower = (session: Session, { pod, container, query, print }: FollowedLog): Follower => {
  const path = resourcePath(PODS, pod.metadata.namespace, pod.metadata.name);
  const withTimes = query["timestamps"] === "true";
  const instance = instanceOf(pod, container);
  let last: { readonly time: string; readonly lines: number } | undefined;
  let isOver = false;

  const readNew = async (): Promise<void> => {
    const since = last === undefined ? query : { container, sinceTime: last.time };
    const response = await session.cluster.read({ path: `${path}/log`, query: { ...since, timestamps: "true" } });
    if (response.status >= 300) {
      if (last === undefined) throw statusFailure(response);
      return;
    }
    const lines = typeof response.body === "string" ? response.body.split(/(?<=\n)/).filter((line) => line !== "") : [];
    const first = lines.findIndex((line) => last === undefined || timeOf(line) >= last.time);
    const fresh = first === -1 ? [] : lines.slice(first).slice(skipped(lines.slice(first), last));
    if (fresh.length === 0) return;
    print(withTimes ? fresh.join("") : fresh.map(withoutTime).join(""));
    const time = timeOf(fresh.at(-1) as string);
    const before = last?.time === time ? last.lines : 0;
    last = { time, lines: before + fresh.filter((line) => timeOf(line) === time).length };
  };

  return {
    isOver: () => isOver,
    step: async () => {
      if (isOver) return;
      const answer = await session.cluster.read({ path });
      const now = answer.status === 200 ? instanceOf(answer.body as Pod, container) : undefined;
      await readNew();
      isOver = now === undefined || !now.isRunning || now.id !== (instance?.id ?? now.id);
    },
  };
};

const timeOf = (line: string): string => line.slice(0, line.indexOf(" "));
const withoutTime = (line: string): string => line.slice(line.indexOf(" ") + 1);

/** Number of lines with the last timestamp that were printed already. */
const skipped = (lines: readonly string[], last: { readonly time: string; readonly lines: number } | undefined): number =>
  last === undefined ? 0 : Math.min(last.lines, lines.filter((line) => timeOf(line) === last.time).length);

interface Instance {
  readonly id: string;
  readonly isRunning: boolean;
}

const instanceOf = ({ status }: Pod, container: string): Instance | undefined => {
  const all = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []),
    ...(status?.ephemeralContainerStatuses ?? []),
  ];
  const found = all.find(({ name }) => name === container);
  return found === undefined ? undefined : { id: found.containerID ?? "", isRunning: found.state?.running !== undefined };
};
