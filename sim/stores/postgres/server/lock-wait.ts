import type { World } from "../../../kernel/world.ts";
import type { SqlClient, SqlRefusal, WantedRight } from "../../runtime/sql-client.ts";
import type { PgLockMode } from "./postgres-cluster.ts";
import { blockersOf } from "./postgres-locks.ts";
import { settingMs, settingOf } from "./postgres-settings.ts";
import type { Running } from "./sign-in.ts";

/** Wait of a program's statement for a table that another session has locked, or waits to lock; undefined: nobody is in its way. */
export const lockWaitOf = (
  world: World,
  { state, cluster }: Running,
  { user, database }: Pick<SqlClient, "user" | "database">,
  { right, table }: WantedRight,
): SqlRefusal | undefined => {
  if (blockersOf(world, state, { pid: 0, database, pending: undefined }, { relation: table, mode: LOCK_OF[right] }).length === 0)
    return undefined;
  const session = { settings: {}, database, sessionUser: user };
  const limit = (name: string): number => settingMs(settingOf(state, cluster, name, session) ?? "0") || Number.POSITIVE_INFINITY;
  const [lock, statement] = [limit("lock_timeout"), limit("statement_timeout")];
  const [code, what] = lock < statement ? ["55P03", "lock"] : ["57014", "statement"];
  return { at: "statement", text: `canceling statement due to ${what} timeout`, code, afterMs: Math.min(lock, statement, LONGEST_MS) };
};

/** Locks that statements take on their table. */
export const LOCK_OF: Readonly<Record<WantedRight["right"], PgLockMode>> = { SELECT: "AccessShareLock", INSERT: "RowExclusiveLock" };

/** Time after which a request that nothing bounds is given up by those who made it, ms. */
const LONGEST_MS = 600_000;
