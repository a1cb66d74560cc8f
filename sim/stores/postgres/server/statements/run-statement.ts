import { parseDefinition } from "../../../sql/parse-definition.ts";
import { parseData } from "../../../sql/parse-query.ts";
import { TokenReader } from "../../../sql/read-tokens.ts";
import { applyEffects } from "../apply-effects.ts";
import { commitCluster } from "../commit.ts";
import type { PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import { done, notice, type PgReply } from "../postgres-reply.ts";
import { changeCluster } from "./change-cluster.ts";
import { demandWritable } from "./demand-writable.ts";
import { lockTables } from "./lock-tables.ts";
import { maintain } from "./maintain.ts";
import { runData } from "./run-data.ts";
import { runDefinition } from "./run-definition.ts";
import { resetSetting, setSetting, showSetting } from "./session-settings.ts";
import { beginTransaction, finishTransaction } from "./transactions.ts";

/** Carries out one statement. @throws SqlError, LockWait or PgSleep */
export const runStatement = (turn: PgTurn, sql: string): PgReply => {
  const reader = new TokenReader(sql, "postgres");
  const isOver = reader.isWord("commit") || reader.isWord("rollback") || reader.isWord("end") || reader.isWord("abort");
  if (turn.session.transaction?.isFailed === true && !isOver)
    throw refuse("25P02", "current transaction is aborted, commands ignored until end of transaction block");
  const control = runControl(turn, reader);
  if (control !== undefined) return control;
  if (reader.isWord("table") || reader.isWord("values")) throw reader.error();
  const data = parseData(reader);
  if (data !== undefined) {
    reader.expectEnd();
    return runData(turn, data);
  }
  const definition = parseDefinition(reader);
  if (definition !== undefined) {
    reader.expectEnd();
    return runDefinition(turn, definition);
  }
  const changed = changeCluster(turn, reader);
  if (changed === undefined) throw reader.error();
  demandWritable(turn, changed.tag.replace(/^(GRANT|REVOKE) ROLE$/, "$1"));
  commitCluster(turn, changed.cluster);
  applyEffects(turn);
  return done(changed.tag, (changed.notices ?? []).map(notice));
};

/** Transactions, settings and the rest that touches no table. */
const runControl = (turn: PgTurn, reader: TokenReader): PgReply | undefined => {
  if (reader.takeWord("begin") || reader.takeWord("start", "transaction")) return beginTransaction(turn, reader);
  if (reader.takeWord("commit") || reader.takeWord("end")) return finishTransaction(turn, reader, true);
  if (reader.takeWord("rollback") || reader.takeWord("abort")) return finishTransaction(turn, reader, false);
  if (reader.takeWord("show")) return showSetting(turn, reader);
  if (reader.takeWord("set")) return setSetting(turn, reader);
  if (reader.takeWord("reset")) return resetSetting(turn, reader);
  if (reader.takeWord("lock")) return lockTables(turn, reader);
  const upkeep = reader.takeOneOf("vacuum", "analyze", "reindex", "checkpoint", "discard");
  if (upkeep === undefined) return undefined;
  return maintain(turn, reader, upkeep);
};
