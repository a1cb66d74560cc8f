import { isCollection, isScalar, Lexer, parseAllDocuments, type ScalarTag, type Tags } from "yaml";
import { type JsonError, scanJson } from "./json-error.ts";
import { yamlErrorText } from "./yaml-error.ts";

/** Documents of a YAML or JSON text, or the error: `error converting YAML to JSON: yaml: …`. */
export type YamlDocuments =
  | { readonly ok: true; readonly documents: readonly unknown[] }
  | { readonly ok: false; readonly message: string /** Documents before the error. */; readonly documents: readonly unknown[] };

/** Parses YAML as kubectl does: several documents without empty ones, as plain JSON values. The only file that uses the YAML library. */
export const parseYaml = (text: string): YamlDocuments => {
  const deep = findTooDeep(text);
  if (deep !== undefined) return { ok: false, documents: [], message: deep };
  if (/^\s*\[/.test(text)) {
    // YAML to the real program too, and the same value; but its arrays can be long.
    const list = parseJsonStream(text);
    if ("documents" in list && list.documents.length === 1) return { ok: true, documents: list.documents.map(plainValue) };
  }
  const json = /^\s*\{/.test(text) ? parseJsonStream(text) : undefined;
  if (json !== undefined && "documents" in json) return { ok: true, documents: json.documents.map(plainValue) };
  const yaml = parseYamlStream(text);
  if (yaml.ok || json === undefined) return yaml;
  const { offset, message, isEnd } = json.error;
  return { ok: false, documents: [], message: isEnd ? "unexpected EOF" : `json: offset ${offset}: ${message}` };
};

/** Go's error for a text whose flow collections are nested deeper than its libraries read; undefined: none is. */
const findTooDeep = (text: string): string | undefined => {
  if ((text.match(/[[{]/g)?.length ?? 0) <= DEPTH_MAX) return undefined;
  let [depth, offset, isScalarNext] = [0, 0, false];
  for (const token of new Lexer().lex(text)) {
    if (!isScalarNext && (token === "[" || token === "{")) depth += 1;
    if (!isScalarNext && (token === "]" || token === "}")) depth -= 1;
    isScalarNext = token === SCALAR_MARK;
    if (depth > DEPTH_MAX) return tooDeep(text, offset);
    offset += MARKS.has(token) ? 0 : token.length;
  }
  return undefined;
};

const tooDeep = (text: string, offset: number): string => {
  if (/^\s*\{/.test(text)) return `json: offset ${offset + 1}: exceeded max depth`;
  const line = text.slice(0, offset).split("\n").length;
  // The first line has no number, since Go's library counts from 0 and omits 0.
  return `error converting YAML to JSON: yaml: ${line > 1 ? `line ${line}: ` : ""}exceeded max depth of ${DEPTH_MAX}`;
};

/** Depth to which Go's libraries for JSON and YAML read. */
const DEPTH_MAX = 10_000;

/** Tokens of the lexer that stand for no text. */
const SCALAR_MARK = "\x1f";
const MARKS = new Set([SCALAR_MARK, "\x02", "\x18"]);

/** Returns Go's error for a text that is not one JSON value; undefined when it is one. */
export const jsonProblem = (text: string): string | undefined => {
  const scan = scanJson(text, 0);
  return "error" in scan ? scan.error.message : undefined;
};

const parseJsonStream = (text: string): { readonly documents: readonly unknown[] } | { readonly error: JsonError } => {
  const documents: unknown[] = [];
  for (let at = 0; text.slice(at).trim() !== ""; ) {
    const scan = scanJson(text, at);
    if ("error" in scan) return scan;
    documents.push(JSON.parse(text.slice(at, scan.end)));
    at = scan.end;
  }
  return { documents };
};

/** Pattern of numbers with an exponent, which need digits before it: `e1` is a text. */
const EXPONENT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/;

const customTags = (tags: Tags): Tags =>
  tags.map((tag) => (typeof tag !== "string" && "format" in tag && tag.format === "EXP" ? ({ ...tag, test: EXPONENT } as ScalarTag) : tag));

/** Separator by whose lines the real program splits the text before it parses any of it. */
const SEPARATOR = "---";

const parseYamlStream = (text: string): YamlDocuments => {
  const documents: unknown[] = [];
  const failed = (message: string): YamlDocuments => ({ ok: false, message, documents });
  for (const part of partsOf(text)) {
    if (typeof part !== "string") return failed(`invalid Yaml document separator: ${part.strange}`);
    const read = readFirst(part);
    if ("problem" in read) return failed(`error converting YAML to JSON: yaml: ${read.problem}`);
    if (read.value !== null && read.value !== undefined) documents.push(plainValue(read.value));
  }
  return { ok: true, documents };
};

/** Splits a text at separators; a separator at the beginning belongs to its part. */
const partsOf = (text: string): readonly (string | { readonly strange: string })[] => {
  const parts: (string | { readonly strange: string })[] = [];
  let part = "";
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const after = line.startsWith(SEPARATOR) ? line.slice(SEPARATOR.length).trim() : "";
    if (after !== "" && !after.startsWith("#")) return [...parts, { strange: after }];
    if (line.startsWith(SEPARATOR) && part !== "") {
      parts.push(part);
      part = "";
    } else part += line;
  }
  return part === "" ? parts : [...parts, part];
};

/** Reads the first document of a text, whatever follows it. */
const readFirst = (text: string): { readonly value: unknown } | { readonly problem: string } => {
  const [document] = parseAllDocuments(text, { version: "1.1", uniqueKeys: false, merge: true, logLevel: "silent", customTags });
  if (document === undefined || !("errors" in document)) return { value: undefined };
  if (document.errors.length > 0 && !(isClosed(document.contents) && document.errors.every(isBehind))) {
    const errors = document.errors.map(({ code, message, linePos }) => ({
      code,
      message,
      line: linePos?.[0].line ?? 1,
      column: linePos?.[0].col ?? 1,
    }));
    return { problem: yamlErrorText(text, errors) };
  }
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    const anchor = /Unresolved alias.*: (.+)$/.exec((error as Error).message)?.[1];
    return { problem: anchor === undefined ? "document contains excessive aliasing" : `unknown anchor '${anchor}' referenced` };
  }
};

/** True for a scalar or a flow collection, which end by themselves. */
const isClosed = (contents: unknown): boolean => isScalar(contents) || (isCollection(contents) && contents.flow === true);

/** True if the error is after the end of the document. */
const isBehind = ({ code, message }: { readonly code: string; readonly message: string }): boolean =>
  code === "UNEXPECTED_TOKEN" && / at node end|token in YAML stream/.test(message);

/** Converts a value to plain JSON: timestamps to text, keys sorted, as kubectl sends them. */
const plainValue = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString().replace(".000Z", "Z");
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  const map = value as Readonly<Record<string, unknown>>;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(map).sort()) out[key] = plainValue(map[key]);
  return out;
};
