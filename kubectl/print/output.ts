import { type Interpret, within } from "#core/work-budget.ts";
import { WorkLimitError } from "#core/work-limit-error.ts";
import { evaluateJsonPath, relaxedJsonPath, renderJsonPath } from "#kube/objects/jsonpath.ts";
import { JsonPathError, type PathTemplate, parseJsonPath } from "#kube/objects/jsonpath-parse.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Session } from "../session/session.ts";
import { type Template, TemplateError } from "./go-template/nodes.ts";
import { parseTemplate } from "./go-template/parse-template.ts";
import { renderTemplate } from "./go-template/render-template.ts";
import { toGoSyntax, toGoText } from "./go-text.ts";
import { toCompactJson, toJson } from "./json-text.ts";
import { toKyaml } from "./kyaml-text.ts";
import { renderTable } from "./render-table.ts";
import { toYaml } from "./yaml-text.ts";

/** Output format: the parsed value of `-o`. */
export type OutputFormat =
  | { readonly kind: "table"; readonly wide: boolean }
  | { readonly kind: "json" }
  | { readonly kind: "yaml" }
  | { readonly kind: "kyaml" }
  | { readonly kind: "name" }
  | {
      readonly kind: "jsonpath";
      readonly template: PathTemplate;
      readonly text: string;
      readonly asJson: boolean;
      readonly refusesMissing: boolean;
      readonly interpret?: Interpret;
    }
  | {
      readonly kind: "custom-columns";
      readonly columns: readonly CustomColumn[];
      readonly keepsHeaders?: boolean;
      readonly interpret?: Interpret;
    }
  | GoTemplateFormat;

interface GoTemplateFormat {
  readonly kind: "go-template";
  readonly template: Template;
  readonly refusesMissing: boolean;
  readonly interpret?: Interpret;
}

/** Formats that print whole objects. */
export type ObjectFormat = Exclude<OutputFormat, { kind: "table" } | { kind: "name" }>;

/** One column of `-o custom-columns`. */
export interface CustomColumn {
  readonly header: string;
  /** Parsed path, or its error, which is reported after the titles are printed. */
  readonly template: PathTemplate | JsonPathError;
}

const FORMATS = "go-template go-template-file json jsonpath jsonpath-as-json jsonpath-file kyaml name template templatefile yaml".split(
  " ",
);
const TABLE_FORMATS = ["custom-columns", "custom-columns-file", "wide"];

/** Further inputs of an output format. */
export interface OutputSource {
  /** Value of `--template`. */
  readonly template?: string | undefined;
  /** Returns the text of a file; undefined when there is none. */
  readonly readFile?: (path: string) => string | undefined;
  /** True: the command prints tables too; missing: true. */
  readonly hasTables?: boolean;
  /** True for `--allow-missing-template-keys=false`. */
  readonly refusesMissing?: boolean;
}

/** Parses a command's `-o` and `--template`. */
export const outputOf = (session: Session, { hasTables = true }: Pick<OutputSource, "hasTables"> = {}): OutputFormat => {
  const format = parseOutput(session.args.text("output"), {
    template: session.args.text("template"),
    readFile: (path) => session.readFile(path),
    hasTables,
    refusesMissing: session.args.text("allow-missing-template-keys") === "false",
  });
  return "template" in format || "columns" in format ? { ...format, interpret: session.interpret } : format;
};

/**
 * Parses `-o`.
 *
 * @throws CommandFailure in kubectl's words
 */
export const parseOutput = (text: string | undefined, source: OutputSource = {}): OutputFormat => {
  if (text === undefined || text === "")
    return source.template ? goTemplateOutput(source.template, source) : { kind: "table", wide: false };
  const hasTables = source.hasTables !== false;
  if (!hasTables && TABLE_FORMATS.includes(text.split("=")[0] as string)) throw unknownFormat(text, hasTables);
  if (text === "wide") return { kind: "table", wide: true };
  // These four are known in capitals too.
  const plain = text.toLowerCase();
  if (plain === "json" || plain === "yaml" || plain === "kyaml" || plain === "name") return { kind: plain };
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const rest = (equals === -1 ? "" : text.slice(equals + 1)) || (source.template ?? "");
  switch (name) {
    case "jsonpath":
    case "jsonpath-as-json":
      return jsonPathOutput(name, rest, source);
    case "jsonpath-file":
      return jsonPathOutput(name, fileText(name, rest, source), source);
    case "custom-columns":
      return { kind: "custom-columns", columns: parseColumns(rest) };
    case "custom-columns-file":
      return { kind: "custom-columns", columns: columnsOfFile(fileText(name, rest, source)), keepsHeaders: true };
    case "go-template":
    case "template":
      return goTemplateOutput(rest, source);
    case "go-template-file":
    case "templatefile":
      return goTemplateOutput(fileText(name, rest, source), source);
  }
  throw unknownFormat(text, hasTables);
};

const unknownFormat = (text: string, hasTables: boolean): CommandFailure => {
  const allowed = (hasTables ? [...FORMATS, ...TABLE_FORMATS] : FORMATS).toSorted().join(",");
  return new CommandFailure(
    `unable to match a printer suitable for the output format ${JSON.stringify(text)}, allowed formats are: ${allowed}`,
  );
};

const fileText = (name: string, path: string, { readFile }: OutputSource): string => {
  if (path === "")
    throw new CommandFailure(
      name === "custom-columns-file"
        ? "custom-columns format specified but no custom columns given"
        : "template format specified but no template given",
    );
  const text = readFile?.(path);
  const what = name === "custom-columns-file" ? "template" : "--template";
  if (text === undefined) throw new CommandFailure(`error reading ${what} ${path}, open ${path}: no such file or directory`);
  return text;
};

const goTemplateOutput = (text: string, { refusesMissing = false }: OutputSource): OutputFormat => {
  if (text === "") throw new CommandFailure("template format specified but no template given");
  try {
    return { kind: "go-template", template: parseTemplate(text), refusesMissing };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new CommandFailure(`error parsing template ${text}, ${error.message}`);
  }
};

/** Parses a file of columns: titles on the first line, paths on the second. */
const columnsOfFile = (text: string): readonly CustomColumn[] => {
  const [titles, paths] = text.split("\n").map((line) => line.split(/\s+/).filter((word) => word !== ""));
  if (titles === undefined || paths === undefined || titles.length !== paths.length)
    throw new CommandFailure(`number of headers (${titles?.length ?? 0}) and field specifications (${paths?.length ?? 0}) don't match`);
  return parseColumns(titles.map((title, at) => `${title}:${paths[at]}`).join(","));
};

const jsonPathOutput = (name: string, text: string, { refusesMissing = false }: OutputSource): OutputFormat => {
  if (text === "") throw new CommandFailure("template format specified but no template given");
  return { kind: "jsonpath", template: parsePath(text), text, asJson: name === "jsonpath-as-json", refusesMissing };
};

const parsePath = (text: string): PathTemplate => {
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
    return { header: part.slice(0, colon), template: parseColumn(path) };
  });
};

const parseColumn = (path: string): PathTemplate | JsonPathError => {
  try {
    return parseJsonPath(path);
  } catch (error) {
    if (error instanceof JsonPathError) return error;
    throw error;
  }
};

/** Renders one value (an object or a List) in a format other than a table. */
export const renderOutput = (format: ObjectFormat, value: unknown, noHeaders = false): string => {
  switch (format.kind) {
    case "json":
      return toJson(value);
    case "yaml":
      return toYaml(value);
    case "kyaml":
      return toKyaml(value);
    case "jsonpath":
      return renderPath(format, value);
    case "custom-columns":
      return renderColumns(format, value, noHeaders && format.keepsHeaders !== true);
    case "go-template":
      return renderGo(format, value);
  }
};

/** Renders a value with a template; `raw` is its JSON as received, which is shown when that fails. */
export const renderGo = (
  { template, refusesMissing, interpret = alone }: GoTemplateFormat,
  value: unknown,
  raw = toCompactJson(value),
): string => {
  try {
    return renderWithin(interpret, () => renderTemplate(template, value, refusesMissing));
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const details = `${error.cause ?? ""}Error executing template: ${error.message}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${template.text}\n\traw data was:\n\t\t${raw}\n\tobject given to template engine was:\n\t\t${toGoText(value)}\n\n`;
    throw new CommandFailure(`error executing template ${JSON.stringify(template.text)}: ${error.message}`, { stdout: details });
  }
};

const renderWithin = <T>(interpret: Interpret, run: () => T): T => interpret(() => within(RENDER_UNITS, run));

const alone: Interpret = (run) => run();

/** Work of one answer's templates and paths. */
const RENDER_UNITS = 16 * 1024 * 1024;

const renderPath = (format: Extract<OutputFormat, { kind: "jsonpath" }>, value: unknown): string => {
  try {
    return renderWithin(format.interpret ?? alone, () => {
      const results = evaluateJsonPath(format.template, value, format);
      return format.asJson ? results.map((values) => toJson(values)).join("") : renderJsonPath(results, toCompactJson);
    });
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    throw new CommandFailure(
      `error executing jsonpath ${JSON.stringify(format.text)}: Error executing template: ${error.message}. Printing more information for debugging the template:\n` +
        `\ttemplate was:\n\t\t${format.text}\n\tobject given to jsonpath engine was:\n\t\t${toGoSyntax(value)}\n\n\n`,
    );
  }
};

const renderColumns = (
  { columns, interpret = alone }: Extract<OutputFormat, { kind: "custom-columns" }>,
  value: unknown,
  noHeaders: boolean,
): string => {
  const items = (value as { kind?: string; items?: readonly unknown[] }).items;
  const header = columns.map((column) => column.header);
  const wrong = columns.map(({ template }) => template).find((template) => template instanceof JsonPathError);
  if (wrong !== undefined) throw new CommandFailure(wrong.message, { stdout: renderTable({ header, rows: [] }, noHeaders) });
  const objects = Array.isArray(items) && String((value as { kind?: string }).kind).endsWith("List") ? items : [value];
  const rows = renderWithin(interpret, () => objects.map((object) => columns.map((column) => columnText(column, object))));
  return renderTable({ header, rows }, noHeaders);
};

const columnText = (column: CustomColumn, object: unknown): string => {
  let values: readonly unknown[];
  try {
    values = evaluateJsonPath(column.template as PathTemplate, object).flat();
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    values = [];
  }
  return values.length === 0 ? "<none>" : values.map(toGoText).join(",");
};
