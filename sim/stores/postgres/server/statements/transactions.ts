import type { TokenReader } from "../../../sql/read-tokens.ts";
import { commitSchemas } from "../commit.ts";
import { setSession, wakeWaiting } from "../live-session.ts";
import { mergeTransaction } from "../merge-transaction.ts";
import type { PgTransaction } from "../postgres-cluster.ts";
import type { PgTurn } from "../postgres-context.ts";
import { done, type PgReply } from "../postgres-reply.ts";

/** `BEGIN`. */
export const beginTransaction = (turn: PgTurn, reader: TokenReader): PgReply => {
  reader.takeOneOf("work", "transaction");
  const isReadOnly = reader.takeWord("read", "only");
  reader.expectEnd();
  const { session, world, server, schemas } = turn;
  if (session.transaction !== undefined)
    return done("BEGIN", [{ severity: "WARNING", code: "25001", text: "there is already a transaction in progress" }]);
  const transaction: PgTransaction = { startedAtMs: world.nowMs(), isFailed: false, isReadOnly, base: schemas, schemas, touched: {} };
  setSession(world, server, { ...session, transaction });
  return done("BEGIN");
};

/** `COMMIT` and `ROLLBACK`. */
export const finishTransaction = (turn: PgTurn, reader: TokenReader, commits: boolean): PgReply => {
  reader.takeOneOf("work", "transaction");
  reader.expectEnd();
  const { session, world, server } = turn;
  const { transaction } = session;
  const tag = commits && transaction?.isFailed !== true ? "COMMIT" : "ROLLBACK";
  if (transaction === undefined) return done(tag, [{ severity: "WARNING", code: "25P01", text: "there is no transaction in progress" }]);
  setSession(world, server, { ...session, transaction: undefined, locks: [] });
  wakeWaiting(world, server);
  if (tag === "COMMIT") commitSchemas({ ...turn, session: { ...session, transaction: undefined } }, mergeTransaction(turn, transaction));
  return done(tag);
};
