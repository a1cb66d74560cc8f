import { toGoText } from "../print/go-text.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";
import type { DescribeWriter } from "./writer.ts";

const SKIPPED = new Set([".metadata.managedFields", ".metadata.name", ".metadata.namespace", ".metadata.labels", ".metadata.annotations"]);

/** Describes any object by its fields, with titles made from their names. */
export const describeGeneric = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  writer.line(0, `Name:\t${object.metadata.name}`);
  writer.line(0, `Namespace:\t${object.metadata.namespace ?? ""}`);
  writer.labels("Labels", object.metadata.labels);
  writer.annotations("Annotations", object.metadata.annotations);
  writeFields(writer, { level: 0, path: "" }, object);
  await describeEvents(context);
};

type Fields = Readonly<Record<string, unknown>>;

const writeFields = (writer: DescribeWriter, { level, path }: { readonly level: number; readonly path: string }, fields: Fields): void => {
  for (const key of Object.keys(fields).sort()) {
    const inner = { level: level + 1, path: `${path}.${key}` };
    const value = fields[key];
    if (SKIPPED.has(inner.path)) continue;
    if (Array.isArray(value)) {
      writer.line(level, `${titleOf(key)}:`);
      for (const item of value) {
        if (typeof item === "object" && item !== null && !Array.isArray(item)) writeFields(writer, inner, item as Fields);
        else writer.line(level + 1, toGoText(item));
      }
    } else if (typeof value === "object" && value !== null) {
      writer.line(level, `${titleOf(key)}:`);
      writeFields(writer, inner, value as Fields);
    } else writer.line(level, `${titleOf(key)}:\t${toGoText(value)}`);
  }
};

const ACRONYMS = new Set(["API", "URL", "UID", "OSB", "GUID"]);

/** Converts `apiVersion` to `API Version`; names with other characters are kept. */
const titleOf = (field: string): string => {
  if (!/^[\p{L}-]+$/u.test(field)) return field;
  const words = field.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|-+/gu) ?? [field];
  return words
    .map((word) => (ACRONYMS.has(word.toUpperCase()) ? word.toUpperCase() : word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()))
    .join(" ");
};
