import { sessionOf, setSession } from "../live-session.ts";
import type { PgLock, PgLockMode } from "../postgres-cluster.ts";
import type { PgTurn } from "../postgres-context.ts";
import { blockersOf, liveSessions, withLock } from "../postgres-locks.ts";

/** Thrown when a lock is not available yet. */
export class LockWait extends Error {
  readonly lock: PgLock;

  constructor(lock: PgLock) {
    super("lock");
    this.lock = lock;
  }
}

/** Takes a lock for the rest of the transaction. @throws LockWait while others stand in the way */
export const takeLock = (turn: PgTurn, relation: string, mode: PgLockMode): void => {
  const { world, server, state, session } = turn;
  const wanted = { relation, mode };
  const own = sessionOf(world, server, session.pid) ?? session;
  if (blockersOf(world, state, { ...own, pending: session.pending }, wanted).length > 0) throw new LockWait(wanted);
  setSession(world, server, { ...own, locks: withLock(own.locks, wanted) });
};

/** Waits for rows that another transaction has changed and not yet committed. @throws LockWait */
export const waitForRows = (turn: PgTurn, place: string, touched: readonly number[]): void => {
  const { world, state, session } = turn;
  for (const other of liveSessions(world, state)) {
    if (other.pid === session.pid || other.database !== session.database) continue;
    const held = other.transaction?.touched[place];
    if (held?.some((id) => touched.includes(id)) === true) throw new LockWait({ relation: `${place}#${other.pid}`, mode: "ShareLock" });
  }
};
