import { changeTables } from "../../../sql/change-tables.ts";
import type { DefinitionStatement } from "../../../sql/syntax.ts";
import { editSession, keepData } from "../live-session.ts";
import { done, type MysqlReply } from "../mysql-reply.ts";
import { demandTable, type MysqlTurn } from "../mysql-rights.ts";
import { mysqlContext } from "../mysql-turn.ts";
import { demandWritable } from "./demand-writable.ts";

/** Statements on tables and indexes; they end the transaction. */
export const define = (turn: MysqlTurn, statement: DefinitionStatement): MysqlReply => {
  demandWritable(turn);
  const [right, names] = rightFor(statement);
  for (const parts of names) {
    const [name = "", database = turn.session.database] = [...parts].reverse();
    if (database !== "") demandTable(turn, right, database, name);
  }
  const { schemas } = changeTables(mysqlContext(turn), statement, turn.session.account);
  keepData(turn, { ...turn.data, schemas });
  editSession(turn.world, turn.server, turn.session.id, { before: undefined });
  return done();
};

const rightFor = (statement: DefinitionStatement): readonly [string, readonly (readonly string[])[]] => {
  switch (statement.kind) {
    case "create-table":
      return ["CREATE", [statement.name.parts]];
    case "create-index":
      return ["INDEX", [statement.table.parts]];
    case "alter-table":
      return ["ALTER", [statement.table.parts]];
    case "truncate":
      return ["DROP", statement.tables.map(({ parts }) => parts)];
    case "drop":
      return [
        "DROP",
        statement.what === "index" && statement.on !== undefined ? [statement.on.parts] : statement.names.map(({ parts }) => parts),
      ];
    case "create-schema":
      return ["CREATE", []];
  }
};
