import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { API_TYPES } from "#kube/schema/api-types.ts";
import { objectShape, type TypeRef } from "#kube/schema/field-type.ts";

/** Types whose desired state is looked through, by kind. */
export const SPECS: Readonly<Record<string, string>> = {
  Pod: "PodSpec",
  Deployment: "DeploymentSpec",
  StatefulSet: "StatefulSetSpec",
  DaemonSet: "DaemonSetSpec",
  Job: "JobSpec",
  CronJob: "CronJobSpec",
  Service: "ServiceSpec",
  HorizontalPodAutoscaler: "HorizontalPodAutoscalerSpec",
  PodDisruptionBudget: "PodDisruptionBudgetSpec",
  NetworkPolicy: "NetworkPolicySpec",
};

/** Field of a type of the API. */
export interface Field {
  readonly type: string;
  readonly name: string;
}

/** Source text as the words in it. */
export interface Source {
  readonly path: string;
  readonly words: ReadonlySet<string>;
}

/**
 * Fields within the given types that no source reads.
 *
 * A field is read where its name is a word of the code. A name that many types share is read where the code also has a word
 * that leads to its type: the type's name, or that of a field that holds it.
 */
export const unreadFields = (specs: readonly string[], sources: readonly Source[]): readonly Field[] => {
  const holders = typesWithin(specs);
  return [...holders].flatMap(([type, leads]) =>
    fieldsOf(type)
      .filter(([name]) => {
        const isShared = (typesByField.get(name) ?? 0) >= SHARED_BY;
        return !sources.some(({ words }) => words.has(name) && (!isShared || leads.some((lead) => words.has(lead))));
      })
      .map(([name]) => ({ type, name })),
  );
};

/** Number of types from which on a field's name says nothing by itself. */
const SHARED_BY = 4;

/** Number of fields within types. */
export const countFields = (specs: readonly string[]): number =>
  [...typesWithin(specs).keys()].reduce((sum, type) => sum + fieldsOf(type).length, 0);

/** Code of the simulator that acts on objects: checks, defaults and forms of the API accept every field, and act on none. */
export const readSources = (root: string): readonly Source[] =>
  globSync(["sim/**/*.ts", "kube/objects/**/*.ts"], { cwd: root })
    .filter((path) => ACTING.has(path) || !NO_READERS.test(path))
    .sort()
    .map((path) => ({ path, words: wordsOf(readFileSync(join(root, path), "utf8")) }));

const NO_READERS = /\.(?:test|cases)\.ts$|\/(?:generated|testdata|testing)\/|^sim\/(?:apiserver\/schema|bootstrap|checkers|images)\//;

/** Code beside the checks by which the API server acts on fields. */
const ACTING: ReadonlySet<string> = new Set([
  "sim/apiserver/schema/kinds/batch/batch.ts",
  "sim/apiserver/schema/kinds/networking/service/service-families.ts",
  "sim/apiserver/schema/kinds/pod/merge-label-keys.ts",
]);

/** Words of code, without its imports and comments. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import [\s\S]*?;$/gm, "").match(/[A-Za-z_]\w*/g) ?? []);

const typesByField = new Map<string, number>();
for (const type of Object.keys(API_TYPES))
  for (const name of objectShape(type)?.fields.keys() ?? []) typesByField.set(name, (typesByField.get(name) ?? 0) + 1);

/** Types within others, with the words that lead to each. */
const typesWithin = (specs: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  const visit = (type: string, lead: string): void => {
    const leads = found.get(type);
    if (leads !== undefined) return void leads.push(lead);
    found.set(type, [type, lead]);
    for (const [name, ref] of fieldsOf(type)) if (ref !== undefined && ref !== "ObjectMeta") visit(ref, name);
  };
  for (const spec of specs) visit(spec, "spec");
  return found;
};

const fieldsOf = (type: string): readonly (readonly [name: string, type: string | undefined])[] =>
  [...(objectShape(type)?.fields ?? [])].map(([name, field]) => [name, typeNameOf(field.type)]);

const typeNameOf = (ref: TypeRef): string | undefined =>
  ref.kind === "object" ? ref.name : ref.kind === "list" ? typeNameOf(ref.item) : ref.kind === "map" ? typeNameOf(ref.value) : undefined;
