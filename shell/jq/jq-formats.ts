import { decodeBase64, encodeBase64 } from "#core/base64.ts";
import { bytesOfText, textOfBytes } from "#core/latin1.ts";
import { fromBytes, toBytes } from "../machine/bytes.ts";
import { JqFailure, jsonText, type Step, typeName } from "./jq-value.ts";

/** `@tsv`, `@csv`, `@json`, `@text`, `@base64`, `@base64d`. */
export const JQ_FORMATS: Readonly<Record<string, Step>> = {
  "@tsv": (value) => [
    cells(value, "tsv")
      .map((cell) => (typeof cell === "string" ? cell.replace(/[\\\t\n\r]/g, (char) => TSV[char] as string) : plain(cell)))
      .join("\t"),
  ],
  "@csv": (value) => [
    cells(value, "csv")
      .map((cell) => (typeof cell === "string" ? `"${cell.replaceAll('"', '""')}"` : plain(cell)))
      .join(","),
  ],
  "@json": (value) => [jsonText(value)],
  "@text": (value) => [textOf(value)],
  "@base64": (value) => [encodeBase64(bytesOfText(toBytes(textOf(value))))],
  "@base64d": (value) => [fromBytes(textOfBytes(decodeBase64(textOf(value))))],
};

const TSV: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const textOf = (value: unknown): string => (typeof value === "string" ? value : jsonText(value));
const plain = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

const cells = (value: unknown, format: string): readonly unknown[] => {
  if (!Array.isArray(value))
    throw new JqFailure(`${typeName(value)} (${jsonText(value)}) cannot be ${format}-formatted, only an array can be`);
  const wrong = value.find((cell) => typeof cell === "object" && cell !== null);
  if (wrong !== undefined) throw new JqFailure(`${typeName(wrong)} (${jsonText(wrong)}) is not valid in a csv row`);
  return value;
};
