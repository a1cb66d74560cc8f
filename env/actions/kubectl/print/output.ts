import { evaluateJsonPath, relaxedJsonPath, renderJsonPath } from "#kube/jsonpath.ts";
import { JsonPathError, type PathTemplate, parseJsonPath } from "#kube/jsonpath-parse.ts";
import { renderTable } from "../../render-table.ts";
import { CommandFailure } from "../errors.ts";
import { toGoSyntax, toGoText } from "./go-text.ts";
import { toCompactJson, toJson } from "./json-text.ts";
import { toYaml } from "./yaml-text.ts";

/** How objects are printed: the parsed value of `-o`. */
export type OutputFormat =
  | { readonly kind: "table"; readonly wide: boolean }
  | { readonly kind: "json" }
  | { readonly kind: "yaml" }
  | { readonly kind: "name" }
  | { readonly kind: "jsonpath"; readonly template: PathTemplate; readonly text: string; readonly asJson: boolean }
  | { readonly kind: "custom-columns"; readonly columns: readonly CustomColumn[] };

/** Formats that show whole objects. */
export type ObjectFormat = Exclude<OutputFormat, { kind: "table" } | { kind: "name" }>;

/** One column of `-o custom-columns`. */
export interface CustomColumn {
  readonly header: string;
  readonly template: PathTemplate;
}

const ALLOWED =
  "custom-columns,custom-columns-file,go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,wide,yaml";

/**
 * Parses `-o`.
 *
 * @throws CommandFailure in kubectl's words
 */
export const parseOutput = (text: string | undefined): OutputFormat => {
  if (text === undefined || text === "") return { kind: "table", wide: false };
  if (text === "wide") return { kind: "table", wide: true };
  if (text === "json" || text === "yaml" || text === "name") return { kind: text } as OutputFormat;
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const rest = equals === -1 ? "" : text.slice(equals + 1);
  if (name === "jsonpath" || name === "jsonpath-as-json") return jsonPathOutput(name, rest);
  if (name === "custom-columns") return { kind: "custom-columns", columns: parseColumns(rest) };
  if (ALLOWED.split(",").includes(name))
    throw new CommandFailure(`-o ${name} is not available here; use json, yaml, name, wide, jsonpath or custom-columns`);
  throw new CommandFailure(
    `unable to match a printer suitable for the output format ${JSON.stringify(text)}, allowed formats are: ${ALLOWED}`,
  );
};

const jsonPathOutput = (name: string, text: string): OutputFormat => {
  if (text === "") throw new CommandFailure("template format specified but no template given");
  return { kind: "jsonpath", template: parseTemplate(text), text, asJson: name === "jsonpath-as-json" };
};

const parseTemplate = (text: string): PathTemplate => {
  try {
    return parseJsonPath(text);
  } catch (error) {
    throw new CommandFailure(`error parsing jsonpath ${text}, ${(error as Error).message}`);
  }
};

const parseColumns = (spec: string): readonly CustomColumn[] => {
  if (spec === "") throw new CommandFailure("custom-columns format specified but no custom columns given");
  return spec.split(",").map((part) => {
    const colon = part.indexOf(":");
    if (colon === -1) throw new CommandFailure(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
    const path = relaxedJsonPath(part.slice(colon + 1));
    if (path === undefined)
      throw new CommandFailure(`unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'`);
    return { header: part.slice(0, colon), template: parseTemplate(path) };
  });
};

/** Renders one value (an object or a List) in a format that is no table. */
export const renderOutput = (format: ObjectFormat, value: unknown, noHeaders = false): string => {
  switch (format.kind) {
    case "json":
      return toJson(value);
    case "yaml":
      return toYaml(value);
    case "jsonpath":
      return renderPath(format, value);
    case "custom-columns":
      return renderColumns(format.columns, value, noHeaders);
  }
};

const renderPath = (format: Extract<OutputFormat, { kind: "jsonpath" }>, value: unknown): string => {
  try {
    const results = evaluateJsonPath(format.template, value);
    return format.asJson ? results.map((values) => toJson(values)).join("") : renderJsonPath(results, toCompactJson);
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    throw new CommandFailure(
      `error executing jsonpath ${JSON.stringify(format.text)}: Error executing template: ${error.message}. Printing more information for debugging the template:\n` +
        `\ttemplate was:\n\t\t${format.text}\n\tobject given to jsonpath engine was:\n\t\t${toGoSyntax(value)}\n\n`,
    );
  }
};

const renderColumns = (columns: readonly CustomColumn[], value: unknown, noHeaders: boolean): string => {
  const items = (value as { kind?: string; items?: readonly unknown[] }).items;
  const objects = Array.isArray(items) && String((value as { kind?: string }).kind).endsWith("List") ? items : [value];
  const rows = objects.map((object) => columns.map((column) => columnText(column, object)));
  return renderTable({ header: columns.map((column) => column.header), rows }, noHeaders);
};

const columnText = (column: CustomColumn, object: unknown): string => {
  let values: readonly unknown[];
  try {
    values = evaluateJsonPath(column.template, object).flat();
  } catch {
    values = [];
  }
  return values.length === 0 ? "<none>" : values.map(toGoText).join(",");
};
