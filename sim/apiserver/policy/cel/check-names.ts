import { type Schema, valuesOf } from "../../schema/custom/schema/schema.ts";
import { CelError, type Expression } from "./expression.ts";
import { isFunction } from "./functions.ts";
import { isMacro } from "./macros.ts";

/** Schemas by variable name; undefined for variables of any type. */
export type Environment = Readonly<Record<string, Schema | undefined>>;

/** Checks that every name and field exists. @throws CelError with the place of the first one that does not */
export const checkNames = (expression: Expression, environment: Environment): void => void schemaOf(expression, environment);

/** The schema of an expression's value; undefined when it is free. */
const schemaOf = (expression: Expression, environment: Environment): Schema | undefined => {
  switch (expression.kind) {
    case "literal":
      return undefined;
    case "name":
      if (!Object.hasOwn(environment, expression.name) && !TYPES.has(expression.name))
        throw new CelError(`undeclared reference to '${expression.name}' (in container '')`, expression.at);
      return environment[expression.name];
    case "select":
      return fieldOf(schemaOf(expression.from, environment), expression.field, expression.at);
    case "index": {
      const from = schemaOf(expression.from, environment);
      schemaOf(expression.index, environment);
      return from?.items ?? (from === undefined ? undefined : valuesOf(from));
    }
    case "call":
      return checkCall(expression, environment);
    case "list":
      for (const item of expression.items) schemaOf(item, environment);
      return undefined;
    case "map":
      for (const entry of expression.entries) for (const part of entry) schemaOf(part, environment);
      return undefined;
    case "unary":
      schemaOf(expression.operand, environment);
      return undefined;
    case "binary":
      schemaOf(expression.left, environment);
      schemaOf(expression.right, environment);
      return undefined;
    case "conditional": {
      schemaOf(expression.condition, environment);
      const yes = schemaOf(expression.yes, environment);
      schemaOf(expression.no, environment);
      return yes;
    }
  }
};

/** Type names, which are values in CEL. */
const TYPES: ReadonlySet<string> = new Set([
  "int",
  "uint",
  "double",
  "bool",
  "string",
  "bytes",
  "list",
  "map",
  "null_type",
  "type",
  "optional",
  "cel",
]);

const fieldOf = (schema: Schema | undefined, field: string, at: number): Schema | undefined => {
  if (schema === undefined || schema["x-kubernetes-preserve-unknown-fields"] === true || schema["x-kubernetes-int-or-string"] === true)
    return undefined;
  if (schema.properties === undefined && schema.additionalProperties !== undefined) return valuesOf(schema);
  const name = field.replaceAll("__dash__", "-").replaceAll("__dot__", ".").replaceAll("__slash__", "/");
  if (schema.type === "object") {
    const found = schema.properties?.[name];
    if (found === undefined) throw new CelError(`undefined field '${field}'`, at);
    return found;
  }
  if (schema.type === undefined || schema.type === "array") return undefined;
  throw new CelError(`type '${CEL_TYPES[schema.type] ?? schema.type}' does not support field selection`, at);
};

const CEL_TYPES: Readonly<Record<string, string>> = { integer: "int", number: "double", boolean: "bool" };

const checkCall = (call: Extract<Expression, { kind: "call" }>, environment: Environment): Schema | undefined => {
  const { target, name, args } = call;
  const isNamespace = target?.kind === "name" && (target.name === "optional" || target.name === "cel");
  const from = target === undefined || isNamespace ? undefined : schemaOf(target, environment);
  if (!isMacro(call)) {
    if (!isNamespace && !isFunction(name)) throw new CelError(`undeclared reference to '${name}' (in container '')`, call.at);
    for (const arg of args) schemaOf(arg, environment);
    return undefined;
  }
  if (target === undefined) {
    const [field] = args;
    if (field?.kind !== "select") throw new CelError("invalid argument to has() macro", call.at);
    schemaOf(field, environment);
    return undefined;
  }
  const [variable, ...bodies] = args;
  const element = name === "bind" ? undefined : from?.items;
  const inner = { ...environment, [(variable as Extract<Expression, { kind: "name" }>).name]: element };
  for (const body of bodies) schemaOf(body, inner);
  return name === "filter" ? from : undefined;
};
