import type { Target } from "../command-line/targets.ts";
import { WaitLimitReached } from "../session/capped-clock.ts";
import type { Manifest, Session } from "../session/session.ts";

/** Type of a watch event. */
export type WatchType = "ADDED" | "MODIFIED" | "DELETED";

/** An object with metadata. */
export interface Watched {
  readonly metadata: Pick<Manifest["metadata"], "uid" | "resourceVersion" | "name">;
}

/** The read that returns all watched objects, and the callback for changes. */
export interface WatchRequest<T> {
  /** Returns all current objects. */
  readonly read: () => Promise<readonly T[]>;
  readonly objectOf: (item: T) => Watched;
  readonly onEvent: (type: WatchType, item: T) => void;
}

/** Reports changes from `first` on, in their order, until the command's time is over. */
export const watchTarget = async <T>(
  session: Session,
  { row }: Pick<Target, "row">,
  first: readonly T[],
  request: WatchRequest<T>,
): Promise<void> => {
  const { cluster } = session;
  const limitMs = session.args.duration("request-timeout");
  let known = byUid(first, request);
  let revision = cluster.revision(row.resource);
  await cluster.clock.until(
    async () => {
      const now = cluster.revision(row.resource);
      if (now !== undefined && now === revision) return false;
      revision = now;
      known = tellChanges(known, byUid(await request.read(), request), request);
      return false;
    },
    { timeoutMs: limitMs || session.timeoutMs },
  );
  if (!limitMs) throw new WaitLimitReached();
};

const byUid = <T>(items: readonly T[], { objectOf }: WatchRequest<T>): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [objectOf(item).metadata.uid ?? objectOf(item).metadata.name, item]));

const tellChanges = <T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  request: WatchRequest<T>,
): ReadonlyMap<string, T> => {
  const version = (item: T): number => Number(request.objectOf(item).metadata.resourceVersion ?? 0);
  for (const [uid, item] of before) if (!after.has(uid)) request.onEvent("DELETED", item);
  const changed = [...after].filter(([uid, item]) => !before.has(uid) || version(before.get(uid) as T) !== version(item));
  for (const [uid, item] of changed.sort(([, a], [, b]) => version(a) - version(b)))
    request.onEvent(before.has(uid) ? "MODIFIED" : "ADDED", item);
  return after;
};
