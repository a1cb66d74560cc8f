import { err, ok, type Result } from "#core/result.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Raw } from "../codec/same.ts";
import type { FieldError } from "../field-error.ts";
import { validateAnnotations, validateLabels } from "../validation/metadata.ts";
import { isObject } from "./schema/schema.ts";

/**
 * Checks the result of a conversion webhook against the original.
 * @returns the converted object with the metadata of the original, but for labels and annotations;   or what is wrong, to be read after
 * "returned invalid": `object at index 0: …`
 */
export const checkConverted = (original: KubeObject, converted: unknown, apiVersion: string): Result<KubeObject, string> => {
  if (!isObject(converted)) return err("object at index 0: Object 'Kind' is missing in 'null'");
  const raw = converted as Raw;
  const shape = versionProblem(raw, original, apiVersion);
  if (shape !== undefined) return err(`object at index 0: ${shape}`);
  const identity = identityProblem(original, raw);
  if (identity !== undefined) return err(`object: ${identity}`);
  const metadata = mergedMetadata(original, raw["metadata"]);
  return metadata.ok ? ok({ ...raw, metadata: metadata.value } as unknown as KubeObject) : err(`metadata: ${metadata.error}`);
};

const versionProblem = (converted: Raw, original: KubeObject, apiVersion: string): string | undefined => {
  const { apiVersion: version = "", kind = "" } = converted;
  if (version !== apiVersion) return `invalid groupVersion (expected ${apiVersion}, received ${version})`;
  return kind === original.kind ? undefined : `invalid kind (expected ${original.kind}, received ${kind})`;
};

const identityProblem = (original: KubeObject, { metadata }: Raw): string | undefined => {
  const given: Raw = isObject(metadata) ? (metadata as Raw) : {};
  for (const [member, shown] of [
    ["name", "name"],
    ["namespace", "namespace"],
    ["uid", "UID"],
  ] as const) {
    const [before = "", after = ""] = [original.metadata[member], given[member]];
    if (before !== after) return `must have the same ${shown}: ${before} != ${after}`;
  }
  return undefined;
};

const mergedMetadata = (original: KubeObject, given: unknown): Result<KubeObject["metadata"], string> => {
  if (!isObject(given))
    return err(
      given === undefined ? "missing metadata in converted object" : `invalid metadata of type ${goType(given)} in converted object`,
    );
  const { labels: _labels, annotations: _annotations, ...kept } = original.metadata;
  const changed: Record<string, unknown> = {};
  for (const [member, validate] of CHANGEABLE) {
    const texts = (given as Raw)[member];
    if (texts === undefined || texts === null) continue;
    const problem = textsProblem(texts, member, validate);
    if (problem !== undefined) return err(problem);
    changed[member] = texts;
  }
  return ok({ ...kept, ...changed });
};

/** Metadata that a converter may change, with the field names that errors show. */
const CHANGEABLE = [
  ["labels", (texts: Texts, errors: FieldError[]) => validateLabels(texts, "metadata.labels", errors)],
  ["annotations", (texts: Texts, errors: FieldError[]) => validateAnnotations(texts, "metadata.annotation", errors)],
] as const;

type Texts = Readonly<Record<string, string>>;

const textsProblem = (texts: unknown, member: string, validate: (typeof CHANGEABLE)[number][1]): string | undefined => {
  if (!isObject(texts)) return `invalid metadata.${member} of type ${goType(texts)} in converted object`;
  const odd = Object.entries(texts).find(([, value]) => typeof value !== "string");
  if (odd !== undefined) return `metadata.${member}[${odd[0]}] must be a string, but is ${goType(odd[1])} in converted object`;
  const errors: FieldError[] = [];
  validate(texts as Texts, errors);
  const shown = errors.map(({ field, detail }) => `${field}: ${detail}`);
  return shown.length < 2 ? shown[0] : `[${shown.join(", ")}]`;
};

/** The type that a value in JSON has in Go. */
const goType = (value: unknown): string => {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "object") return "map[string]interface {}";
  return typeof value === "number" ? (Number.isInteger(value) ? "int64" : "float64") : typeof value === "boolean" ? "bool" : typeof value;
};
