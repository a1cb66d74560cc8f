import { canonicalJson } from "#core/canonical-json.ts";
import { type Digest, digestJson } from "#core/digest.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Verification } from "../backend.ts";
import { isDerived } from "./derived-objects.ts";
import { normalizeObject } from "./normalize-object.ts";
import { readObjects } from "./record-baseline.ts";
import { CLUSTER_RESOURCES, TRACKED_RESOURCES } from "./tracked-resources.ts";

/** A difference of one object. */
export type Difference =
  | { readonly kind: "extra"; readonly resource: string; readonly present: KubeObject }
  | { readonly kind: "missing"; readonly resource: string; readonly wanted: KubeObject }
  | { readonly kind: "changed"; readonly resource: string; readonly wanted: KubeObject; readonly present: KubeObject };

/** Objects by resource. */
export type Objects = Baseline["objects"];

/** Compares the declared state of a slot with its baseline, without pods and other objects that controllers keep. */
export const verifyBaseline = async (view: ClusterView, baseline: Baseline): Promise<Verification> => {
  const present = await readObjects(view, baseline);
  const differences = listDifferences(baseline.objects, present).map(renderDifference);
  const [digest, expected] = [digestObjects(present), digestObjects(baseline.objects)];
  return { equal: digest === expected && differences.length === 0, digest, expected, differences };
};

/** Digest of the declared state; equal for equal states on any cluster. */
export const digestObjects = (objects: Objects): Digest =>
  digestJson(COMPARED.map((resource) => [resource, declared(resource, objects).map((object) => normalizeObject(resource, object))]));

/** Lists the differences, in the order of the resource table. */
export const listDifferences = (wanted: Objects, present: Objects): readonly Difference[] =>
  COMPARED.flatMap((resource) => differencesOf(resource, wanted, present));

/** Renders a difference, with the changed fields of an object. */
export const renderDifference = (difference: Difference): string => {
  const { metadata } = difference.kind === "missing" ? difference.wanted : difference.present;
  const name = `${difference.kind} ${difference.resource}/${metadata.name}`;
  return difference.kind === "changed"
    ? `${name}: ${changedFields(difference.resource, difference.wanted, difference.present).join(", ")}`
    : name;
};

const COMPARED = ["namespaces", ...CLUSTER_RESOURCES, ...TRACKED_RESOURCES];

const differencesOf = (resource: string, wantedObjects: Objects, presentObjects: Objects): readonly Difference[] => {
  const wanted = byPlace(declared(resource, wantedObjects));
  const present = byPlace([...terminating(resource, presentObjects, wanted), ...declared(resource, presentObjects)]);
  const places = [...new Set([...wanted.keys(), ...present.keys()])].sort();
  return places.flatMap((place): readonly Difference[] => {
    const [before, now] = [wanted.get(place), present.get(place)];
    if (before === undefined) return now === undefined ? [] : [{ kind: "extra", resource, present: now }];
    if (now === undefined) return [{ kind: "missing", resource, wanted: before }];
    return before === now || render(resource, before) === render(resource, now)
      ? []
      : [{ kind: "changed", resource, wanted: before, present: now }];
  });
};

/** Selects the declared objects; those being deleted count as gone. */
const declared = (resource: string, objects: Objects): readonly KubeObject[] =>
  (objects[resource] ?? []).filter((object) => object.metadata.deletionTimestamp === undefined && !isDerived(resource, object, objects));

/** Selects the objects that are being deleted and not wanted, which a finalizer may hold for ever. */
const terminating = (resource: string, objects: Objects, wanted: ReadonlyMap<string, KubeObject>): readonly KubeObject[] =>
  (objects[resource] ?? []).filter(
    (object) => object.metadata.deletionTimestamp !== undefined && !wanted.has(placeOf(object)) && !isDerived(resource, object, objects),
  );

/** Objects by `namespace/name`. */
const byPlace = (objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> =>
  new Map(objects.map((object) => [placeOf(object), object]));

const placeOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ""}/${metadata.name}`;

const render = (resource: string, object: KubeObject): string => canonicalJson(normalizeObject(resource, object));

/** Paths of the fields that differ, two levels deep, which is enough to find the place. */
const changedFields = (resource: string, wanted: KubeObject, present: KubeObject): readonly string[] => {
  const [before, now] = [flatten(normalizeObject(resource, wanted)), flatten(normalizeObject(resource, present))];
  return [...new Set([...before.keys(), ...now.keys()])].sort().filter((path) => before.get(path) !== now.get(path));
};

const flatten = (object: KubeObject): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(object).flatMap(([key, value]): readonly [string, string][] =>
      isRecord(value)
        ? Object.entries(value).map(([inner, member]) => [`${key}.${inner}`, canonicalJson(member)])
        : [[key, canonicalJson(value)]],
    ),
  );

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
