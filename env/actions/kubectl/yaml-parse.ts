import { parseAllDocuments } from "yaml";

/** Documents of a YAML or JSON text, or why it cannot be read. */
export type YamlDocuments =
  | { readonly ok: true; readonly documents: readonly unknown[] }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** Parses YAML as kubectl reads it: several documents, empty ones left out, plain JSON values. The only file that knows the library. */
export const parseYaml = (text: string): YamlDocuments => {
  if (/^\s*[{[]/.test(text)) {
    const json = parseJson(text);
    if (json !== undefined) return { ok: true, documents: [plainValue(json)] };
  }
  const documents: unknown[] = [];
  for (const document of parseAllDocuments(text, { version: "1.1", uniqueKeys: false, merge: true, logLevel: "silent" })) {
    const error = document.errors[0];
    if (error !== undefined) return { ok: false, line: error.linePos?.[0].line ?? 1, message: firstLine(error.message) };
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (value !== null && value !== undefined) documents.push(plainValue(value));
  }
  return { ok: true, documents };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const firstLine = (message: string): string => (message.split("\n")[0] ?? message).replace(/ at line \d+, column \d+:?$/, "");

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
