import { type Document, parseAllDocuments, stringify } from "yaml";
import { err, ok, type Result } from "#core/result.ts";

/** Reads the first document of a text as the API server does; the error is in the words of its YAML library. The only file here that knows ours. */
export const parseYaml = (text: string): Result<unknown, string> => {
  const [document] = parseAllDocuments(text, { version: "1.1", uniqueKeys: false, merge: true, logLevel: "silent" });
  if (document === undefined || !("errors" in document)) return ok(null);
  const [error] = document.errors;
  if (error === undefined) return resolve(document);
  return err(`yaml: ${wordsOf(error, text)}`);
};

interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** The server counts lines from nought and tells none for the first, but for scanners, which are one line behind. */
const wordsOf = ({ code, message, pos }: YamlError, text: string): string => {
  const lineAt = (at: number): number => text.slice(0, at).split("\n").length - 1;
  const told = (line: number, words: string): string => (line === 0 ? words : `line ${line}: ${words}`);
  const scanned = SCANNER_WORDS[code];
  if (scanned !== undefined) {
    // A text that goes on over lines is told where the colon is that ends it.
    const line = lineAt(code === "MULTILINE_IMPLICIT_KEY" ? pos[1] : pos[0] + Math.max(0, text.slice(pos[0]).search(/:(?:\s|$)/)));
    return told(line === 0 ? 0 : line + 1, scanned);
  }
  if (message.startsWith("Missing closing")) return told(lineAt(text.length) + 1, "found unexpected end of stream");
  const [, closing] =
    /must be sufficiently indented and end with a ([\]}])|^Expected flow (?:sequence|map) to end with ([\]}])/.exec(message) ?? [];
  if (closing === undefined) return `line ${lineAt(pos[0]) + 1}: ${(message.split("\n")[0] as string).toLowerCase()}`;
  if (/[[{,:]\s*$/.test(text)) return told(lineAt(text.length) + (text.endsWith("\n") ? 0 : 1), "did not find expected node content");
  const opening = lineAt(text.lastIndexOf(closing === "]" ? "[" : "{", pos[0]));
  return told(opening === 0 ? text.trimEnd().split("\n").length : opening, `did not find expected ',' or '${closing}'`);
};

/** Keys that a map of the first document has twice, as the server's YAML library tells them: `line 4: key "a" already set in map`. */
export const duplicateYamlKeys = (text: string): readonly string[] => {
  const [document] = parseAllDocuments(text, { version: "1.1", merge: true, logLevel: "silent" });
  if (document === undefined || !("errors" in document)) return [];
  return document.errors
    .filter(({ code }) => code === "DUPLICATE_KEY")
    .map(({ pos }) => {
      const key = /^"(?:[^"\\]|\\.)*"|^'[^']*'|^[^:\s]+/.exec(text.slice(pos[0]))?.[0] ?? "";
      return `line ${text.slice(0, pos[0]).split("\n").length}: key "${key.replace(/^["']|["']$/g, "")}" already set in map`;
    });
};

/** Writes an object as the API server does: keys in order, lists not indented. */
export const renderYaml = (value: unknown): string =>
  stringify(value, { version: "1.1", sortMapEntries: true, indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false });

/** Value of a document with its aliases resolved, or the error of an undefined or excessive one. */
const resolve = (document: Document): Result<unknown, string> => {
  try {
    return ok(plainValue(document.toJS({ maxAliasCount: 100 })));
  } catch (cause) {
    const [, name] = /Unresolved alias .*: (.*)$/s.exec((cause as Error).message) ?? [];
    return err(name === undefined ? "yaml: document contains excessive aliasing" : `yaml: unknown anchor '${name}' referenced`);
  }
};

/** Go's messages for error codes of our YAML library, where they differ, of common errors. */
const SCANNER_WORDS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: "mapping values are not allowed in this context",
  MULTILINE_IMPLICIT_KEY: "mapping values are not allowed in this context",
  TAB_AS_INDENT: "found character that cannot start any token",
};

/** Times become text again. */
const plainValue = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString().replace(".000Z", "Z");
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainValue(member)]));
};
