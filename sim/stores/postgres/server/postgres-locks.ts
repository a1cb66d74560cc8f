import type { World } from "../../../kernel/world.ts";
import { isHomeAlive } from "../../runtime/connection-home.ts";
import type { PgLock, PgLockMode, PgServer, PgSession } from "./postgres-cluster.ts";

/** Modes of locks as `LOCK TABLE` names them. */
export const LOCK_MODES: Readonly<Record<string, PgLockMode>> = {
  "access share": "AccessShareLock",
  "row share": "RowShareLock",
  "row exclusive": "RowExclusiveLock",
  "share update exclusive": "ShareUpdateExclusiveLock",
  share: "ShareLock",
  "share row exclusive": "ShareRowExclusiveLock",
  exclusive: "ExclusiveLock",
  "access exclusive": "AccessExclusiveLock",
};

/** Sessions with a live client. */
export const liveSessions = (world: World, { sessions }: PgServer): readonly PgSession[] =>
  Object.values(sessions).filter(({ home }) => isHomeAlive(world, home));

/** Sessions whose locks conflict with a session's request. A longer-waiting request that conflicts goes first. */
export const blockersOf = (
  world: World,
  state: PgServer,
  session: Pick<PgSession, "pid" | "database" | "pending">,
  wanted: PgLock,
): readonly number[] => {
  const found: number[] = [];
  for (const other of liveSessions(world, state)) {
    if (other.pid === session.pid || other.database !== session.database) continue;
    const holds = other.locks.some((lock) => conflicts(lock, wanted));
    const queued = other.pending?.waitsFor;
    const isBefore =
      queued !== undefined &&
      (session.pending?.waitsFor === undefined || other.pending!.sinceMs < session.pending.sinceMs) &&
      conflicts(queued, wanted) &&
      session.pending?.waitsFor === undefined;
    if (holds || isBefore) found.push(other.pid);
  }
  return found;
};

/** Adds a lock to those that a session holds. */
export const withLock = (locks: readonly PgLock[], { relation, mode }: PgLock): readonly PgLock[] =>
  locks.some((lock) => lock.relation === relation && lock.mode === mode) ? locks : [...locks, { relation, mode }];

const ORDER: readonly PgLockMode[] = [
  "AccessShareLock",
  "RowShareLock",
  "RowExclusiveLock",
  "ShareUpdateExclusiveLock",
  "ShareLock",
  "ShareRowExclusiveLock",
  "ExclusiveLock",
  "AccessExclusiveLock",
];

/** Indexes of the modes that each lock mode conflicts with. */
const CONFLICTS: Readonly<Record<PgLockMode, readonly number[]>> = {
  AccessShareLock: [7],
  RowShareLock: [6, 7],
  RowExclusiveLock: [4, 5, 6, 7],
  ShareUpdateExclusiveLock: [3, 4, 5, 6, 7],
  ShareLock: [2, 3, 5, 6, 7],
  ShareRowExclusiveLock: [2, 3, 4, 5, 6, 7],
  ExclusiveLock: [1, 2, 3, 4, 5, 6, 7],
  AccessExclusiveLock: [0, 1, 2, 3, 4, 5, 6, 7],
};

const conflicts = (held: PgLock, wanted: PgLock): boolean =>
  held.relation === wanted.relation && CONFLICTS[held.mode].includes(ORDER.indexOf(wanted.mode));
