import { type OpenApiDocument, resolveSchema, type Schema, valuesOf } from "./schema.ts";
import { wrapWords } from "./wrap-words.ts";

/** Field or type of an OpenAPI document to explain. */
export interface Explanation {
  readonly document: OpenApiDocument;
  /** Names of fields, starting at the kind's schema. */
  readonly path: readonly string[];
  /** True: nested fields, one line each. */
  readonly isRecursive: boolean;
}

/** Explains the field at the end of a path: its type, description and fields; empty when there is no such field. */
export const explainSchema = (explanation: Explanation, schema: Schema, seen: ReadonlySet<string> = new Set()): string => {
  const { document, path } = explanation;
  const { next, isCycle } = follow(schema, seen);
  const resolved = resolveSchema(schema, document);
  const [field, ...rest] = path;
  if (field === undefined) return describe(explanation, resolved);
  if (isCycle) return "";
  const property = resolved.properties?.[field];
  if (property !== undefined) {
    const head = rest.length > 0 ? "" : `FIELD: ${field} <${typeName(property, document)}>\n${longEnum(property)}\n\n`;
    return head + explainSchema({ ...explanation, path: rest }, property);
  }
  const inner = resolved.items ?? valuesOf(resolved);
  if (inner !== undefined) return explainSchema(explanation, inner, next);
  for (const part of resolved.allOf ?? []) {
    const text = explainSchema(explanation, part, next);
    if (text !== "") return text;
  }
  return "";
};

/** Follows a reference; one that was followed already ends the walk. */
const follow = (schema: Schema, seen: ReadonlySet<string>): { readonly next: ReadonlySet<string>; readonly isCycle: boolean } => ({
  next: new Set([...seen, schema.$ref ?? ""]),
  isCycle: schema.$ref !== undefined && seen.has(schema.$ref),
});

const describe = ({ document, isRecursive }: Explanation, schema: Schema): string => {
  const text = indent(wrapWords(descriptionOf(schema, document) || "<empty>", 76), 4);
  const fields = fieldList({ document, isRecursive, level: 1 }, schema, new Set());
  return `DESCRIPTION:\n${text}\n${fields === "" ? "" : `FIELDS:\n${fields}`}`;
};

const descriptionOf = (schema: Schema, document: OpenApiDocument): string => {
  const resolved = resolveSchema(schema, document);
  const parts = [...(resolved.allOf ?? []), resolved.items, valuesOf(resolved)].filter((part) => part !== undefined);
  return (resolved.description ? `${resolved.description}\n` : "") + parts.map((part) => descriptionOf(part, document)).join("");
};

interface FieldListOptions {
  readonly document: OpenApiDocument;
  readonly isRecursive: boolean;
  readonly level: number;
}

const fieldList = (options: FieldListOptions, schema: Schema, seen: ReadonlySet<string>): string => {
  const { next, isCycle } = follow(schema, seen);
  if (isCycle) return "";
  const resolved = resolveSchema(schema, options.document);
  let text = "";
  for (const name of Object.keys(resolved.properties ?? {}).sort()) {
    text += fieldDetail(options, resolved, name);
    if (options.isRecursive) text += fieldList({ ...options, level: options.level + 1 }, resolved.properties?.[name] as Schema, next);
  }
  for (const part of [...(resolved.allOf ?? []), resolved.items, valuesOf(resolved)])
    if (part !== undefined) text += fieldList(options, part, next);
  return text;
};

const fieldDetail = ({ document, isRecursive, level }: FieldListOptions, schema: Schema, name: string): string => {
  const field = schema.properties?.[name] as Schema;
  const blanks = level * 2;
  const required = schema.required?.includes(name) ? " -required-" : "";
  const head = `${indent(name, blanks)}\t<${typeName(field, document)}>${required}${shortEnum(field, blanks)}\n`;
  if (isRecursive) return head;
  return `${head}${indent(wrapWords(field.description || "<no description>", 78 - blanks), blanks + 2)}\n\n`;
};

const indent = (text: string, blanks: number): string => {
  const pad = " ".repeat(blanks);
  return pad + text.replaceAll("\n", `\n${pad}`);
};

/** Name of a schema's type: `string`, `[]Container`, `map[string]string`. */
const typeName = (schema: Schema, document: OpenApiDocument): string => {
  if (schema.items !== undefined) return `[]${typeName(schema.items, document)}`;
  const values = valuesOf(schema);
  if (values !== undefined) return `map[string]${typeName(values, document)}`;
  if (schema.allOf?.length === 1 && schema.properties === undefined) return typeName(schema.allOf[0] as Schema, document);
  if (schema.$ref === undefined) return schema.type === "object" ? "Object" : (schema.type ?? "Object");
  const resolved = resolveSchema(schema, document);
  if (resolved !== schema && resolved.type !== undefined && resolved.type !== "object") return resolved.type;
  return schema.$ref.split("/").at(-1)?.split(".").at(-1) || "Object";
};

const ENUM_MAX = 4;
const enumText = (value: unknown): string => (value === "" ? '""' : String(value));

const longEnum = ({ enum: values }: Schema): string =>
  values === undefined || values.length === 0 ? "" : `ENUM:${values.map((value) => `\n    ${enumText(value)}`).join("")}`;

const shortEnum = ({ enum: values }: Schema, blanks: number): string => {
  if (values === undefined || values.length === 0) return "";
  const more = values.length > ENUM_MAX ? ", ...." : "";
  return `\n${" ".repeat(blanks)}enum: ${values.slice(0, ENUM_MAX).map(enumText).join(", ")}${more}`;
};
