import { digestText } from "#core/digest.ts";
import type { Manifest } from "../session/session.ts";

/** Appends a hash of its content to an object's name, for `--append-hash`; for ConfigMaps and Secrets. */
export const withHashedName = (object: Manifest): Manifest => ({
  ...object,
  metadata: { ...object.metadata, name: `${object.metadata.name}-${contentHash(object)}` },
});

const contentHash = (object: Manifest): string => {
  const { kind, metadata, data = {}, binaryData, type = "" } = object as Manifest & Readonly<Record<string, unknown>>;
  const content =
    kind === "Secret"
      ? { data, kind, name: metadata.name, type }
      : { ...(binaryData !== undefined && { binaryData }), data, kind, name: metadata.name };
  const digest = digestText(goJson(content)).slice("sha256:".length);
  return [...digest.slice(0, 10)].map((digit) => SPELLED[digit] ?? digit).join("");
};

/** Replacements for hexadecimal digits, so that no words are spelled. */
const SPELLED: Readonly<Record<string, string>> = { 0: "g", 1: "h", 3: "k", a: "m", e: "t" };

/** Renders JSON as Go does: sorted keys, and escaped HTML characters. */
const goJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  ).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
