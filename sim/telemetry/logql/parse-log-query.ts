import { type LogExpr, parseLogExpr } from "./log-pipeline.ts";
import { LogqlError } from "./logql-error.ts";

/** Parses a log query to its end. @throws LogqlError */
export const parseLogQuery = (query: string): LogExpr => {
  const { expr, end } = parseLogExpr(query, query.indexOf("{"));
  if (expr.unwrap !== undefined) throw new LogqlError("parse error : syntax error: unexpected unwrap");
  const rest = query.slice(end).trim();
  if (rest !== "") throw new LogqlError(`parse error at line 1, col ${end + 1}: syntax error: unexpected ${rest[0]}`);
  return expr;
};
