import type { TokenReader } from "../../../sql/read-tokens.ts";
import { findTable } from "../../../sql/run-select.ts";
import type { PgLockMode } from "../postgres-cluster.ts";
import { contextOf, type PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import { LOCK_MODES } from "../postgres-locks.ts";
import { done, type PgReply } from "../postgres-reply.ts";
import { LockWait, takeLock } from "./take-lock.ts";

/** `LOCK TABLE`. */
export const lockTables = (turn: PgTurn, reader: TokenReader): PgReply => {
  reader.takeWord("table");
  reader.takeWord("only");
  const names = reader.list(() => reader.qualifiedName());
  let mode: PgLockMode = "AccessExclusiveLock";
  if (reader.takeWord("in")) {
    const words: string[] = [];
    while (!reader.isWord("mode") && !reader.isAtEnd) words.push(reader.next().text);
    reader.expectWord("mode");
    const known = LOCK_MODES[words.join(" ")];
    if (known === undefined) throw reader.error();
    mode = known;
  }
  const isImpatient = reader.takeWord("nowait");
  reader.expectEnd();
  if (turn.session.transaction === undefined) throw refuse("25P01", "LOCK TABLE can only be used in transaction blocks");
  for (const name of names) {
    const place = findTable(contextOf(turn), name);
    try {
      takeLock(turn, `${place.schema}.${place.name}`, mode);
    } catch (error) {
      if (isImpatient && error instanceof LockWait) throw refuse("55P03", `could not obtain lock on relation "${place.name}"`);
      throw error;
    }
  }
  return done("LOCK TABLE");
};
