import { parseAllDocuments, type ScalarTag, type Tags } from "yaml";
import { type JsonError, scanJson } from "./json-error.ts";
import { yamlErrorText } from "./yaml-error.ts";

/** Documents of a YAML or JSON text, or why it cannot be read: `error converting YAML to JSON: yaml: …`. */
export type YamlDocuments =
  | { readonly ok: true; readonly documents: readonly unknown[] }
  | { readonly ok: false; readonly message: string };

/** Parses YAML as kubectl reads it: several documents, empty ones left out, plain JSON values. The only file that knows the library. */
export const parseYaml = (text: string): YamlDocuments => {
  const json = /^\s*\{/.test(text) ? parseJsonStream(text) : undefined;
  if (json !== undefined && "documents" in json) return { ok: true, documents: json.documents.map(plainValue) };
  const yaml = parseYamlStream(text);
  if (yaml.ok || json === undefined) return yaml;
  const { offset, message, isEnd } = json.error;
  return { ok: false, message: isEnd ? "unexpected EOF" : `json: offset ${offset}: ${message}` };
};

/** What is wrong with a text that has to be one JSON value, in Go's words; undefined when nothing is. */
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

/** A number with an exponent has digits before it: `e1` is a text. */
const EXPONENT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/;

const customTags = (tags: Tags): Tags =>
  tags.map((tag) => (typeof tag !== "string" && "format" in tag && tag.format === "EXP" ? ({ ...tag, test: EXPONENT } as ScalarTag) : tag));

const SEPARATOR = /^---.*$/gm;

const parseYamlStream = (text: string): YamlDocuments => {
  const documents: unknown[] = [];
  for (const document of parseAllDocuments(text, { version: "1.1", uniqueKeys: false, merge: true, logLevel: "silent", customTags })) {
    if (document.errors.length > 0) {
      const at = document.errors[0]?.pos[0] ?? 0;
      // The real program cuts the text at its separators first, and counts lines from there.
      const start = [...text.matchAll(SEPARATOR)].map((match) => match.index + match[0].length + 1).findLast((end) => end <= at) ?? 0;
      const first = text.slice(0, start).split("\n").length - 1;
      const errors = document.errors.map(({ code, message, linePos }) => ({
        code,
        message,
        line: (linePos?.[0].line ?? 1) - first,
        column: linePos?.[0].col ?? 1,
      }));
      return failed(yamlErrorText(text.slice(start), errors));
    }
    try {
      const value: unknown = document.toJS({ maxAliasCount: 100 });
      if (value !== null && value !== undefined) documents.push(plainValue(value));
    } catch (error) {
      const anchor = /Unresolved alias.*: (.+)$/.exec((error as Error).message)?.[1];
      return failed(anchor === undefined ? "document contains excessive aliasing" : `unknown anchor '${anchor}' referenced`);
    }
  }
  return { ok: true, documents };
};

const failed = (message: string): YamlDocuments => ({ ok: false, message: `error converting YAML to JSON: yaml: ${message}` });

/** Timestamps become text again and keys are sorted, as kubectl sends them. */
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
