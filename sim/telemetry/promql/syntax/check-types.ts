import { parseError } from "../promql-error.ts";
import { type BinaryExpr, type CallExpr, type Expr, TYPE_NAMES, type ValueType } from "./expr.ts";
import { SIGNATURES, type Signature } from "./signatures.ts";

/** The type that an expression evaluates to. */
export const typeOf = (expr: Expr): ValueType => {
  switch (expr.kind) {
    case "number":
      return "scalar";
    case "string":
      return "string";
    case "range":
    case "subquery":
      return "matrix";
    case "call":
      return (SIGNATURES.get(expr.func) as Signature).returns;
    case "binary":
      return typeOf(expr.left) === "scalar" && typeOf(expr.right) === "scalar" ? "scalar" : "vector";
    case "unary":
    case "paren":
      return typeOf(expr.expr);
    default:
      return "vector";
  }
};

/** Refuses ill-typed expressions in Prometheus' words. @throws PromqlError */
export const checkTypes = (query: string, expr: Expr): void => {
  const check: Checker = {
    fail: (at, text) => {
      throw parseError(query, at, text);
    },
    expect: (child, type, context) => {
      checkTypes(query, child);
      const got = typeOf(child);
      if (got !== type) check.fail(child.at, `expected type ${TYPE_NAMES[type]} in ${context}, got ${TYPE_NAMES[got]}`);
    },
    visit: (child) => checkTypes(query, child),
  };
  checkOne(expr, check);
};

interface Checker {
  fail(at: number, text: string): void;
  expect(child: Expr, type: ValueType, context: string): void;
  visit(child: Expr): void;
}

const checkOne = (expr: Expr, check: Checker): void => {
  switch (expr.kind) {
    case "call":
      checkCall(expr, check);
      return;
    case "aggregate":
      check.expect(expr.expr, "vector", "aggregation expression");
      if (expr.param !== undefined) check.expect(expr.param, expr.op === "count_values" ? "string" : "scalar", "aggregation parameter");
      return;
    case "binary":
      checkBinary(expr, check);
      return;
    case "unary":
      check.visit(expr.expr);
      if (typeOf(expr.expr) !== "scalar" && typeOf(expr.expr) !== "vector") {
        check.fail(
          expr.at,
          `unary expression only allowed on expressions of type scalar or instant vector, got "${TYPE_NAMES[typeOf(expr.expr)]}"`,
        );
      }
      return;
    case "subquery":
      check.visit(expr.expr);
      if (typeOf(expr.expr) !== "vector")
        check.fail(expr.at, `subquery is only allowed on instant vector, got ${TYPE_NAMES[typeOf(expr.expr)]} instead`);
      return;
    case "paren":
      check.visit(expr.expr);
      return;
    default:
  }
};

const checkCall = (expr: CallExpr, check: Checker): void => {
  const { args, optional } = SIGNATURES.get(expr.func) as Signature;
  const got = expr.args.length;
  const most = args.length;
  const least = optional === -1 ? most - 1 : most - optional;
  const name = `argument(s) in call to "${expr.func}", got ${got}`;
  if (optional === 0 && got !== most) check.fail(expr.at, `expected ${most} ${name}`);
  if (got < least) check.fail(expr.at, `expected at least ${least} ${name}`);
  if (optional > 0 && got > most) check.fail(expr.at, `expected at most ${most} ${name}`);
  expr.args.forEach((arg, i) => {
    check.expect(arg, args[Math.min(i, most - 1)] as ValueType, `call to function "${expr.func}"`);
  });
};

const COMPARISONS = new Set(["==", "!=", "<", "<=", ">", ">="]);

const checkBinary = (expr: BinaryExpr, check: Checker): void => {
  check.visit(expr.left);
  check.visit(expr.right);
  const types = [typeOf(expr.left), typeOf(expr.right)];
  const { matching } = expr;
  const scalars = types[0] === "scalar" && types[1] === "scalar";
  if (expr.returnBool && !COMPARISONS.has(expr.op)) check.fail(expr.opAt, "bool modifier can only be used on comparison operators");
  if (COMPARISONS.has(expr.op) && !expr.returnBool && scalars) check.fail(expr.opAt, "comparisons between scalars must use BOOL modifier");
  if (types.some((type) => type !== "scalar" && type !== "vector")) {
    const at = types[0] === "scalar" || types[0] === "vector" ? expr.right.at : expr.left.at;
    check.fail(at, "binary expression must contain only scalar and instant vector types");
  }
  const bothVectors = types[0] === "vector" && types[1] === "vector";
  if (!bothVectors && matching.labels.length > 0) check.fail(expr.at, "vector matching only allowed between instant vectors");
  if (!bothVectors && matching.card === "many-to-many")
    check.fail(expr.at, `set operator "${expr.op}" not allowed in binary scalar expression`);
};
