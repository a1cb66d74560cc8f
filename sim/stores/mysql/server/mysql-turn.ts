import type { SqlContext } from "../../sql/scope.ts";
import type { SqlValue } from "../../sql/syntax.ts";
import type { QueryResult } from "../../sql/tables.ts";
import { toNumber } from "../../sql/values.ts";
import { refuse } from "./mysql-error.ts";
import { demandTable, hostOf, type MysqlTurn } from "./mysql-rights.ts";
import { variableOf } from "./mysql-variables.ts";
import { versionText } from "./mysql-version.ts";
import { mysqlView } from "./mysql-views.ts";

/** Asks that the statement go on later. */
export class MysqlSleep extends Error {
  readonly ms: number;

  constructor(ms: number) {
    super("sleep");
    this.ms = ms;
  }
}

/** Context of a session's statements on tables. */
export const mysqlContext = (turn: MysqlTurn): SqlContext => ({
  dialect: "mysql",
  nowMs: turn.world.nowMs(),
  schemas: turn.data.schemas,
  path: turn.session.database === "" ? [] : [turn.session.database],
  systemTable: (schema, name) => mysqlView(turn, (schema ?? turn.session.database).toLowerCase(), name.toLowerCase()),
  call: (name, args) => callMysql(turn, name, args),
  demand: (right, schema, table) => demandTable(turn, right === "TRUNCATE" ? "DROP" : right, schema, table),
  demandSchema: () => undefined,
});

const callMysql = (
  turn: MysqlTurn,
  name: string,
  args: readonly SqlValue[],
): { readonly value: SqlValue | QueryResult; readonly type: string } | undefined => {
  const { session, state, data } = turn;
  switch (name) {
    case "@@": {
      const wanted = `${args[0]}`.replace(/^(global|session|persist|local)\./, "");
      const value = variableOf(state, data, wanted, `${args[0]}`.startsWith("global.") ? undefined : session);
      if (value === undefined) throw refuse(1193, "HY000", `Unknown system variable '${wanted}'`);
      if (value === "ON" || value === "OFF") return { value: value === "ON" ? 1 : 0, type: "int" };
      return /^\d+$/.test(value) ? { value: Number(value), type: "bigint" } : { value, type: "varchar" };
    }
    case "version":
      return { value: versionText(state.version), type: "varchar" };
    case "database":
    case "schema":
      return { value: session.database === "" ? null : session.database, type: "varchar" };
    case "user":
    case "session_user":
      return { value: `${session.user}@${hostOf(session)}`, type: "varchar" };
    case "current_user":
      return { value: session.account, type: "varchar" };
    case "connection_id":
      return { value: session.id, type: "bigint" };
    case "sleep": {
      turn.sleeps.slept += 1;
      if (turn.sleeps.slept > turn.sleeps.over) throw new MysqlSleep(Math.max(0, Math.round(toNumber(args[0] ?? 0) * 1000)));
      return { value: 0, type: "int" };
    }
    default:
      return undefined;
  }
};
