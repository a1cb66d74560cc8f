import { Double, type Expression } from "./expression.ts";

/**
 * The type of an expression's value where it shows without running, as CEL writes it: `int`, `list(string)`, `dyn`; undefined otherwise.
 *
 * @param free names whose values may be of any type; so is every part of them
 */
export const resultTypeOf = (expression: Expression, free: ReadonlySet<string>): string | undefined => {
  const typeOf = (part: Expression): string | undefined => resultTypeOf(part, free);
  switch (expression.kind) {
    case "literal":
      return literalType(expression.value);
    case "name":
      return free.has(expression.name) ? "dyn" : undefined;
    case "select":
    case "index":
      return typeOf(expression.from) === "dyn" ? "dyn" : undefined;
    case "list":
      return `list(${commonType(expression.items.map(typeOf))})`;
    case "map": {
      const [keys, values] = [0, 1].map((side) => commonType(expression.entries.map((entry) => typeOf(entry[side as 0 | 1]))));
      return `map(${keys}, ${values})`;
    }
    case "unary":
      return expression.operator === "!" ? "bool" : typeOf(expression.operand);
    case "binary":
      return ARITHMETIC.has(expression.operator) ? arithmeticType(typeOf(expression.left), typeOf(expression.right)) : "bool";
    case "conditional": {
      const [yes, no] = [typeOf(expression.yes), typeOf(expression.no)];
      return yes === no ? yes : undefined;
    }
    case "call":
      return CALLS[expression.name];
  }
};

const ARITHMETIC: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%"]);

/** Functions whose result is always of one type. */
const CALLS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "has",
      "all",
      "exists",
      "exists_one",
      "startsWith",
      "endsWith",
      "contains",
      "matches",
      "bool",
      "isLessThan",
      "isGreaterThan",
      "allowed",
    ].map((name) => [name, "bool"]),
  ),
  ...Object.fromEntries(["string", "lowerAscii", "upperAscii", "trim", "replace", "substring", "join"].map((name) => [name, "string"])),
  size: "int",
  int: "int",
  double: "double",
};

const literalType = (value: unknown): string | undefined => {
  if (value === null) return "null_type";
  if (value instanceof Double) return "double";
  if (typeof value === "number") return "int";
  if (typeof value === "boolean") return "bool";
  return typeof value === "string" ? "string" : undefined;
};

const commonType = (types: readonly (string | undefined)[]): string => {
  const [first] = types;
  return first !== undefined && types.every((type) => type === first) ? first : "dyn";
};

/** Type of an arithmetic result; `dyn` takes the type of the other operand. */
const arithmeticType = (left: string | undefined, right: string | undefined): string | undefined =>
  left === "dyn" ? (right ?? "dyn") : (left ?? right);
