import { planSolve } from "../../../../processes/plan-solve.ts";
import { evaluate } from "../../../sql/evaluate.ts";
import { readExpression } from "../../../sql/parse-query.ts";
import type { TokenReader } from "../../../sql/read-tokens.ts";
import { runSelect } from "../../../sql/run-select.ts";
import { NO_SCOPE } from "../../../sql/scope.ts";
import { editSession, keepData } from "../live-session.ts";
import { mysqlStore } from "../mysql-data.ts";
import { refuse } from "../mysql-error.ts";
import { done, type MysqlReply } from "../mysql-reply.ts";
import { demandServer, type MysqlTurn } from "../mysql-rights.ts";
import { mysqlContext } from "../mysql-turn.ts";
import { isGlobalOnly, isReadOnlyVariable, normaliseVariable, variableOf } from "../mysql-variables.ts";

/** `SET` of session, global or persisted variables. */
export const setVariables = (turn: MysqlTurn, reader: TokenReader): MysqlReply => {
  reader.expectWord("set");
  if (reader.takeWord("names") || reader.takeWord("character", "set")) {
    reader.next();
    reader.expectEnd();
    return done();
  }
  reader.list(() => setOne(turn, reader));
  reader.expectEnd();
  return done();
};

const setOne = (turn: MysqlTurn, reader: TokenReader): void => {
  const { world, server, session } = turn;
  const state = mysqlStore.state(world, server) ?? turn.state;
  let scope: string | undefined = reader.takeOneOf("global", "session", "persist", "local");
  let name = reader.qualifiedName().parts.join(".").toLowerCase();
  if (name.startsWith("@@")) {
    scope = /^@@(global|session|persist|local)\./.exec(name)?.[1] ?? scope;
    name = name.replace(/^@@((global|session|persist|local)\.)?/, "");
  } else if (name.startsWith("@")) {
    if (!reader.takeSign("=")) reader.expectSign(":=");
    readExpression(reader);
    return;
  }
  if (!reader.takeSign("=")) reader.expectSign(":=");
  const word = reader.peek();
  const isBare = word.kind === "word" && (reader.peek(1).kind === "end" || [",", ";"].includes(reader.peek(1).text));
  const value = isBare ? reader.next().text : `${evaluate(mysqlContext(turn), NO_SCOPE, readExpression(reader), runSelect).value}`;
  if (variableOf(state, turn.data, name) === undefined) throw refuse(1193, "HY000", `Unknown system variable '${name}'`);
  if (isReadOnlyVariable(name)) throw refuse(1238, "HY000", `Variable '${name}' is a read only variable`);
  const isGlobal = scope === "global" || scope === "persist";
  if (!isGlobal && isGlobalOnly(name))
    throw refuse(1229, "HY000", `Variable '${name}' is a GLOBAL variable and should be set with SET GLOBAL`);
  const normal = normaliseVariable(name, value === "true" ? "ON" : value === "false" ? "OFF" : value);
  if (normal === undefined)
    throw /^\d+$/.test(variableOf(state, turn.data, name) ?? "")
      ? refuse(1232, "42000", `Incorrect argument type to variable '${name}'`)
      : refuse(1231, "42000", `Variable '${name}' can't be set to the value of '${value}'`);
  if (!isGlobal) return editSession(world, server, session.id, { variables: { ...session.variables, [name]: normal } });
  demandServer(turn, "SUPER", "SUPER or SYSTEM_VARIABLES_ADMIN");
  // To shut everybody out means to shut the others out too, and the other way round.
  const also =
    name === "super_read_only" && normal === "ON"
      ? { read_only: "ON" }
      : name === "read_only" && normal === "OFF"
        ? { super_read_only: "OFF" }
        : {};
  mysqlStore.setState(world, server, { ...state, variables: { ...state.variables, ...also, [name]: normal } });
  planSolve(world);
  if (scope === "persist") keepData(turn, { ...turn.data, persisted: { ...turn.data.persisted, [name]: normal } });
};
