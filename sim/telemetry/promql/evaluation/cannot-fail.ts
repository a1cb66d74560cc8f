import { METRIC_NAME } from "../labels.ts";
import type { Matcher } from "../series.ts";
import type { Expr } from "../syntax/expr.ts";

/** True for expressions that have a value whatever the data are: no two of their elements can end in the same labels. */
export const cannotFail = (expr: Expr): boolean => {
  switch (expr.kind) {
    case "number":
      return true;
    case "selector":
      return namesOne(expr.matchers);
    case "paren":
      return cannotFail(expr.expr);
    case "aggregate":
      return SIMPLE_AGGREGATES.has(expr.op) && expr.param === undefined && cannotFail(expr.expr);
    case "call":
      return SIMPLE_CALLS.has(expr.func) && expr.args.every((arg) => arg.kind === "range" && namesOne(arg.selector.matchers));
    case "binary":
      return KEEPS_LABELS.has(expr.op) && expr.right.kind === "number" && cannotFail(expr.left);
    default:
      return false;
  }
};

const SIMPLE_AGGREGATES: ReadonlySet<string> = new Set(["sum", "min", "max", "avg", "count", "group"]);
const SIMPLE_CALLS: ReadonlySet<string> = new Set(["rate", "increase"]);
/** Comparisons with a number: they leave elements out, and with `bool` drop a name that all share. */
const KEEPS_LABELS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);

const namesOne = (matchers: readonly Matcher[]): boolean => matchers.some(({ name, op }) => name === METRIC_NAME && op === "=");
