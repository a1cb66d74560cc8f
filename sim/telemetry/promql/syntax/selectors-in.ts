import type { Expr, SelectorExpr } from "./expr.ts";

/** All selectors of an expression, as they are written. */
export const selectorsIn = (expr: Expr): readonly SelectorExpr[] => {
  switch (expr.kind) {
    case "selector":
      return [expr];
    case "range":
      return [expr.selector];
    case "subquery":
    case "unary":
    case "paren":
      return selectorsIn(expr.expr);
    case "aggregate":
      return [...(expr.param === undefined ? [] : selectorsIn(expr.param)), ...selectorsIn(expr.expr)];
    case "call":
      return expr.args.flatMap(selectorsIn);
    case "binary":
      return [...selectorsIn(expr.left), ...selectorsIn(expr.right)];
    case "number":
    case "string":
      return [];
  }
};
