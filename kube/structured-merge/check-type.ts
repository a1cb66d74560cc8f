import { isMap, type JsonMap } from "./json-value.ts";
import { elementOf } from "./list-elements.ts";
import type { LeafType, ListType, MapType, MergeType } from "./merge-type.ts";
import { memberElement, showElement } from "./path-element.ts";

/** Returns an error, in the server's words, for a configuration that does not fit its type. @returns undefined if it fits */
export const typeProblem = (type: MergeType, value: unknown): string | undefined => {
  const problems = check(type, value);
  if (problems.length === 0) return undefined;
  return problems.length === 1 ? show(problems[0] as Problem) : ["errors:", ...problems.map((problem) => `  ${show(problem)}`)].join("\n");
};

interface Problem {
  readonly path: string;
  readonly text: string;
}

const show = ({ path, text }: Problem): string => (path === "" ? text : `${path}: ${text}`);

const check = (type: MergeType, value: unknown): readonly Problem[] => {
  switch (type.kind) {
    case "leaf":
      return checkLeaf(type, value);
    case "map":
      return value === null ? [] : isMap(value) ? checkMap(type, value) : [{ path: "", text: `expected map, got ${showGo(value)}` }];
    case "list":
      return value === null
        ? []
        : Array.isArray(value)
          ? checkList(type, value)
          : [{ path: "", text: `expected list, got ${showGo(value)}` }];
    case "untyped":
      return [];
  }
};

const WANTED = {
  string: "expected string",
  numeric: "expected numeric (int or float)",
  boolean: "expected boolean",
  untyped: "expected any scalar",
};

const checkLeaf = ({ scalar }: LeafType, value: unknown): readonly Problem[] => {
  if (value === null) return [];
  const type = typeof value;
  const fits = scalar === "untyped" ? type !== "object" : type === { string: "string", numeric: "number", boolean: "boolean" }[scalar];
  if (fits) return [];
  const shown =
    scalar === "string" ? `&value.valueUnstructured{Value:${showGoSyntax(value)}}` : scalar === "numeric" ? goType(value) : showGo(value);
  return [{ path: "", text: `${WANTED[scalar]}, got ${shown}` }];
};

const checkMap = (type: MapType, value: JsonMap): readonly Problem[] => {
  // The walk of a map ends at a field that it does not know, and the server walks maps in no order.
  const unknown = Object.keys(value).find((name) => type.field(name) === undefined && type.others === undefined);
  if (unknown !== undefined) return [{ path: showElement(memberElement(unknown)), text: "field not declared in schema" }];
  return Object.keys(value).flatMap((name) =>
    below(showElement(memberElement(name)), check((type.field(name) ?? type.others) as MergeType, value[name])),
  );
};

const checkList = (type: ListType, list: readonly unknown[]): readonly Problem[] => {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [i, item] of list.entries()) {
    const found = type.relation === "atomic" ? { element: `i:${i}` } : elementOf(type, item);
    if ("problem" in found) return [...problems, { path: "", text: `element ${i}: ${found.problem}` }];
    const shown = showElement(found.element);
    if (seen.has(found.element)) problems.push({ path: "", text: `duplicate entries for key ${shown}` });
    seen.add(found.element);
    problems.push(...below(shown, check(type.item, item)));
  }
  return problems;
};

const below = (prefix: string, problems: readonly Problem[]): readonly Problem[] =>
  problems.map(({ path, text }) => ({ path: prefix + path, text }));

/** Renders a value as the server prints one of its own wrapper type. */
const showGo = (value: unknown): string => `&{${showGoValue(value)}}`;

const showGoValue = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(showGoValue).join(" ")}]`;
  if (!isMap(value)) return value === null ? "<nil>" : `${value}`;
  const members = Object.keys(value).sort();
  return `map[${members.map((name) => `${name}:${showGoValue(value[name])}`).join(" ")}]`;
};

const showGoSyntax = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(showGoSyntax).join(", ")}}`;
  if (!isMap(value)) return value === null ? "interface {}(nil)" : `${value}`;
  const members = Object.keys(value).sort();
  return `map[string]interface {}{${members.map((name) => `${JSON.stringify(name)}:${showGoSyntax(value[name])}`).join(", ")}}`;
};

const goType = (value: unknown): string => {
  if (Array.isArray(value)) return "[]interface {}";
  return isMap(value) ? "map[string]interface {}" : typeof value === "boolean" ? "bool" : "string";
};
