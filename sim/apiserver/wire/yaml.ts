import { type Document, parseAllDocuments, stringify } from "yaml";
import { err, ok, type Result } from "#core/result.ts";

/** Reads the first document of a text as the API server does; the error is in the words of its YAML library. The only file here that knows ours. */
export const parseYaml = (text: string): Result<unknown, string> => {
  const [document] = parseAllDocuments(text, { version: "1.1", uniqueKeys: false, merge: true, logLevel: "silent" });
  if (document === undefined || !("errors" in document)) return ok(null);
  const [error] = document.errors;
  if (error === undefined) return resolve(document);
  return err(
    `yaml: ${WORDS[error.code] ?? `line ${error.linePos?.[0].line ?? 1}: ${(error.message.split("\n")[0] as string).toLowerCase()}`}`,
  );
};

/** Writes an object as the API server does: keys in order, lists not indented. */
export const renderYaml = (value: unknown): string =>
  stringify(value, { version: "1.1", sortMapEntries: true, indentSeq: false, lineWidth: 0, aliasDuplicateObjects: false });

/** Aliases are looked up only now; one may lead nowhere, or too many may lead to each other. */
const resolve = (document: Document): Result<unknown, string> => {
  try {
    return ok(plainValue(document.toJS({ maxAliasCount: 100 })));
  } catch (cause) {
    const [, name] = /Unresolved alias .*: (.*)$/s.exec((cause as Error).message) ?? [];
    return err(name === undefined ? "yaml: document contains excessive aliasing" : `yaml: unknown anchor '${name}' referenced`);
  }
};

/** What our library calls otherwise, where it is common. */
const WORDS: Readonly<Record<string, string>> = {
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
