import { changeRows } from "../../../sql/change-rows.ts";
import { parseDefinition } from "../../../sql/parse-definition.ts";
import { parseData } from "../../../sql/parse-query.ts";
import type { TokenReader } from "../../../sql/read-tokens.ts";
import { runSelect } from "../../../sql/run-select.ts";
import { changeAccounts } from "../account-statements.ts";
import { editSession, keepData } from "../live-session.ts";
import { refuse } from "../mysql-error.ts";
import { done, type MysqlReply } from "../mysql-reply.ts";
import { accountOfSession, type MysqlTurn, seesDatabase } from "../mysql-rights.ts";
import { showMysql } from "../mysql-shows.ts";
import { mysqlContext } from "../mysql-turn.ts";
import { SYSTEM_DATABASES } from "../system-databases.ts";
import { changeDatabases } from "./change-databases.ts";
import { define } from "./define.ts";
import { demandWritable } from "./demand-writable.ts";
import { kill } from "./kill.ts";
import { setVariables } from "./set-variables.ts";

/** Carries out one statement. @throws SqlError or MysqlSleep */
export const runStatement = (turn: MysqlTurn, reader: TokenReader): MysqlReply => {
  const control = runControl(turn, reader);
  if (control !== undefined) return control;
  const shown = showMysql(turn, reader);
  if (shown !== undefined) return { kind: "rows", result: shown };
  const data = parseData(reader);
  if (data !== undefined) {
    reader.expectEnd();
    if (data.kind === "select") return { kind: "rows", result: runSelect(mysqlContext(turn), data) };
    demandWritable(turn);
    const change = changeRows(mysqlContext(turn), data);
    keepData(turn, { ...turn.data, schemas: change.schemas });
    return done(change.count, data.kind === "update" ? `Rows matched: ${change.matched}  Changed: ${change.count}  Warnings: 0` : "");
  }
  const database = changeDatabases(turn, reader);
  if (database !== undefined) return database;
  const definition = parseDefinition(reader);
  if (definition !== undefined) {
    reader.expectEnd();
    return define(turn, definition);
  }
  const accounts = changeAccounts(turn, reader);
  if (accounts === undefined) throw reader.error();
  demandWritable(turn);
  keepData(turn, accounts);
  return done();
};

const runControl = (turn: MysqlTurn, reader: TokenReader): MysqlReply | undefined => {
  const { world, server, session, data } = turn;
  if (reader.takeWord("use")) {
    const database = reader.name();
    reader.expectEnd();
    if (!SYSTEM_DATABASES.has(database) && !seesDatabase(accountOfSession(turn), database))
      throw refuse(1044, "42000", `Access denied for user '${session.user}'@'${session.account.split("@")[1]}' to database '${database}'`);
    if (!SYSTEM_DATABASES.has(database) && data.schemas[database] === undefined)
      throw refuse(1049, "42000", `Unknown database '${database}'`);
    editSession(world, server, session.id, { database });
    return done();
  }
  if (reader.takeWord("begin") || reader.takeWord("start", "transaction")) {
    while (!reader.isAtEnd) reader.next();
    editSession(world, server, session.id, { before: data.schemas });
    return done();
  }
  const end = reader.takeOneOf("commit", "rollback");
  if (end !== undefined) {
    reader.expectEnd();
    if (end === "rollback" && session.before !== undefined) keepData(turn, { ...data, schemas: session.before });
    editSession(world, server, session.id, { before: undefined });
    return done();
  }
  if (reader.takeWord("kill")) return kill(turn, reader);
  if (reader.isWord("set") && !reader.isWord("set", "password")) return setVariables(turn, reader);
  return undefined;
};
