import type { DiagnosisPair } from "#core/truth.ts";
import { findKind } from "#kube/objects/custom-kinds.ts";

/** Parsed submission, or a sentence with advice. */
export type RootCauses = { readonly ok: true; readonly pairs: readonly DiagnosisPair[] } | { readonly ok: false; readonly problem: string };

/** Maximum number of root causes in a submission. */
const PAIRS_MAX = 64;

/**
 * Parses a list of root causes.
 *
 * Strict form: `{"resource": "deployment/geo", "fault_type": "certificate-expired"}`. Also accepted: kinds in any case,
 * short or qualified; `kind` and `name` apart; several resources of one type; `faultType`, `type` or `fault` for the type;
 * `"deployment/geo: scale-to-zero"`. An empty list states that nothing is wrong.
 */
export const parseRootCauses = (list: readonly unknown[]): RootCauses => {
  const pairs: DiagnosisPair[] = [];
  for (const [index, item] of list.entries()) {
    const found = typeof item === "string" ? fromText(item) : fromObject(item);
    if (typeof found === "string") return { ok: false, problem: `Entry ${index + 1} of root_causes ${found} ${EXAMPLE}` };
    pairs.push(...found);
    if (pairs.length > PAIRS_MAX) return { ok: false, problem: `root_causes names more than ${PAIRS_MAX} resources.` };
  }
  return { ok: true, pairs };
};

const EXAMPLE =
  'Write each entry as {"resource": "deployment/checkout", "fault_type": "certificate-expired"}; kind/namespace/name names an object of another namespace.';

const fromText = (text: string): readonly DiagnosisPair[] | string => {
  const match = /^\s*([\w.-]+\/[\w./@*-]+)\s*(?::|,|=|-{1,2}>|\s)\s*([\w -]+?)\s*$/.exec(text);
  return match === null ? "is text in which no resource and fault type are found." : toPairs([match[1] as string], match[2] as string);
};

const fromObject = (item: unknown): readonly DiagnosisPair[] | string => {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return "is no object.";
  const fields = item as Readonly<Record<string, unknown>>;
  const [faultType] = textsIn(fields, TYPE_FIELDS);
  if (faultType === undefined) return "has no fault_type.";
  const named = textsIn(fields, RESOURCE_FIELDS);
  const resources = named.length > 0 ? named : composed(fields);
  return resources.length === 0 ? "has no resource." : toPairs(resources, faultType);
};

const TYPE_FIELDS = ["fault_type", "faultType", "fault", "type", "mechanism"];
const RESOURCE_FIELDS = ["resource", "resources", "target", "object"];

/** The texts in the first of the fields that has any. */
const textsIn = (item: Readonly<Record<string, unknown>>, names: readonly string[]): readonly string[] =>
  names
    .map((name) => [item[name]].flat().filter((value): value is string => typeof value === "string" && value.trim() !== ""))
    .find((texts) => texts.length > 0) ?? [];

const composed = (fields: Readonly<Record<string, unknown>>): readonly string[] => {
  const [kind] = textsIn(fields, ["kind"]);
  const [namespace] = textsIn(fields, ["namespace"]);
  const names = kind === undefined ? [] : textsIn(fields, ["name"]);
  return names.map((name) => (namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`));
};

/** The pairs of one type on resources, several of which may stand in one text: each is a claim, with "or" between them too. */
const toPairs = (resources: readonly string[], faultType: string): readonly DiagnosisPair[] | string => {
  const pairs: DiagnosisPair[] = [];
  for (const text of resources.flatMap((given) => given.split(/[,;|]|\s(?:or|and)\s/)).map((given) => given.trim())) {
    const resource = toResource(text);
    if (resource === undefined) return `has the resource ${JSON.stringify(text)}, which is not kind/name.`;
    pairs.push({ resource, faultType: slug(faultType) });
  }
  return pairs;
};

const toResource = (text: string): string | undefined => {
  if (text.toLowerCase() === "unspecified") return "unspecified";
  const parts = text.replace(/\s+/g, "/").split("/");
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => part === "")) return undefined;
  const row = findKind(parts[0] as string);
  const kind = row?.singular || (parts[0] as string).toLowerCase();
  return [kind, ...parts.slice(1)].join("/");
};

const slug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
