import type { DiagnosisPair } from "#core/truth.ts";
import { findResource } from "#kube/objects/resources.ts";

/** Parsed submission, or a sentence with advice. */
export type RootCauses = { readonly ok: true; readonly pairs: readonly DiagnosisPair[] } | { readonly ok: false; readonly problem: string };

/** Maximum number of root causes in a submission. */
const PAIRS_MAX = 64;

/**
 * Parses a list of root causes.
 *
 * Strict form: `{"resource": "deployment/geo", "fault_type": "certificate-expired"}`. Also accepted: kinds in any case,
 * short or qualified; `kind` and `name` apart; `faultType`, `type` or `fault` for the type; `"deployment/geo:
 * scale-to-zero"`. An empty list states that nothing is wrong.
 */
export const parseRootCauses = (list: readonly unknown[]): RootCauses => {
  if (list.length > PAIRS_MAX) return { ok: false, problem: `root_causes has ${list.length} entries; at most ${PAIRS_MAX} are read.` };
  const pairs: DiagnosisPair[] = [];
  for (const [index, item] of list.entries()) {
    const pair = typeof item === "string" ? fromText(item) : fromObject(item);
    if (typeof pair === "string") return { ok: false, problem: `Entry ${index + 1} of root_causes ${pair} ${EXAMPLE}` };
    pairs.push(pair);
  }
  return { ok: true, pairs };
};

const EXAMPLE =
  'Write each entry as {"resource": "deployment/checkout", "fault_type": "certificate-expired"}; kind/namespace/name names an object of another namespace.';

const fromText = (text: string): DiagnosisPair | string => {
  const match = /^\s*([\w.-]+\/[\w./-]+)\s*(?::|,|=|-{1,2}>|\s)\s*([\w -]+?)\s*$/.exec(text);
  return match === null ? "is text in which no resource and fault type are found." : toPair(match[1] as string, match[2] as string);
};

const firstText = (item: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined => {
  for (const name of names) if (typeof item[name] === "string" && item[name].trim() !== "") return item[name];
  return undefined;
};

const fromObject = (item: unknown): DiagnosisPair | string => {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return "is no object.";
  const fields = item as Readonly<Record<string, unknown>>;
  const faultType = firstText(fields, ["fault_type", "faultType", "fault", "type", "mechanism"]);
  if (faultType === undefined) return "has no fault_type.";
  const resource = firstText(fields, ["resource", "target", "object"]) ?? composed(fields);
  return resource === undefined ? "has no resource." : toPair(resource, faultType);
};

const composed = (fields: Readonly<Record<string, unknown>>): string | undefined => {
  const kind = firstText(fields, ["kind"]);
  const name = firstText(fields, ["name"]);
  if (kind === undefined || name === undefined) return undefined;
  const namespace = firstText(fields, ["namespace"]);
  return namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
};

const toPair = (resource: string, faultType: string): DiagnosisPair | string => {
  const trimmed = resource.trim();
  const parts = trimmed.replace(/\s+/g, "/").split("/");
  if (trimmed.toLowerCase() === "unspecified") return { resource: "unspecified", faultType: slug(faultType) };
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => part === ""))
    return `has the resource ${JSON.stringify(resource)}, which is not kind/name.`;
  const row = findResource(parts[0] as string);
  const kind = row?.singular || (parts[0] as string).toLowerCase();
  return { resource: [kind, ...parts.slice(1)].join("/"), faultType: slug(faultType) };
};

const slug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
