import type { Json, Normaliser } from "./normalise/normaliser.ts";
import { sortedJson } from "./normalise/normaliser.ts";
import type { KindObjects } from "./recording.ts";

/** Namespaced kinds that are compared at the end of a scenario. */
export const NAMESPACED_KINDS = [
  "configmaps",
  "endpoints",
  "events",
  "limitranges",
  "persistentvolumeclaims",
  "pods",
  "podtemplates",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "serviceaccounts",
  "services",
  "controllerrevisions.apps",
  "daemonsets.apps",
  "deployments.apps",
  "replicasets.apps",
  "statefulsets.apps",
  "horizontalpodautoscalers.autoscaling",
  "cronjobs.batch",
  "jobs.batch",
  "leases.coordination.k8s.io",
  "endpointslices.discovery.k8s.io",
  "ingresses.networking.k8s.io",
  "networkpolicies.networking.k8s.io",
  "poddisruptionbudgets.policy",
  "rolebindings.rbac.authorization.k8s.io",
  "roles.rbac.authorization.k8s.io",
] as const;

/** Cluster-scoped kinds: objects with the scenario's name, and those created for its claims. */
export const CLUSTER_KINDS = [
  "namespaces",
  "persistentvolumes",
  "priorityclasses.scheduling.k8s.io",
  "storageclasses.storage.k8s.io",
  "ingressclasses.networking.k8s.io",
  "clusterroles.rbac.authorization.k8s.io",
  "clusterrolebindings.rbac.authorization.k8s.io",
  "customresourcedefinitions.apiextensions.k8s.io",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  "validatingwebhookconfigurations.admissionregistration.k8s.io",
] as const;

/** Fields that may differ between two clusters, each with the reason. */
export const IGNORED_FIELDS: readonly { readonly kind?: string; readonly path: string; readonly reason: string }[] = [
  { path: "metadata.managedFields", reason: "tells which client wrote what and when; compared by the scenarios that ask for it" },
  { kind: "events", path: "count", reason: "how often something is tried again until the end is a matter of seconds" },
  { kind: "events", path: "series", reason: "as count" },
];

/** Sorts the output of `kubectl get … -o json` by kind, normalised; kinds without objects are left out. */
export const sortIntoKinds = (
  items: readonly Json[],
  kinds: readonly string[],
  { normaliser, isOurs }: { readonly normaliser: Normaliser; readonly isOurs: (object: NamedObject) => boolean },
): KindObjects => {
  const byKind = new Map<string, Json[]>();
  for (const item of items) {
    const object = item as unknown as NamedObject;
    const kind = kinds.find((candidate) => isOfKind(object, candidate));
    if (kind !== undefined && isOurs(object)) byKind.set(kind, [...(byKind.get(kind) ?? []), item]);
  }
  return Object.fromEntries(
    [...byKind].sort().map(([kind, objects]) => {
      const ignore = IGNORED_FIELDS.filter((row) => row.kind === undefined || row.kind === kind).map(({ path }) => path);
      return [kind, normaliser.objects(objects, ignore)];
    }),
  );
};

/** The parts of an object that identify it. */
export interface NamedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly claimRef?: { readonly namespace?: string }; readonly group?: string };
}

const isOfKind = ({ apiVersion, kind }: NamedObject, resource: string): boolean => {
  const [plural = "", ...group] = resource.split(".");
  const groupOfObject = apiVersion.includes("/") ? apiVersion.split("/")[0] : "";
  const singular = kind.toLowerCase();
  const isPlural = plural === singular || [`${singular}s`, `${singular}es`, singular.replace(/y$/, "ies")].includes(plural);
  return isPlural && group.join(".") === groupOfObject;
};

/**
 * Selects the events of objects that still exist and have no generated names.
 *
 * Events of deleted ones depend on the delay between commands.
 */
export const lastingEvents = (events: readonly Json[], objects: KindObjects): readonly Json[] => {
  const names = new Set(
    Object.values(objects).flatMap((list) =>
      typeof list === "string" ? [] : list.map((object) => nameOf(object as unknown as NamedObject)),
    ),
  );
  return events.filter((event) => {
    const { kind, name } = (event as unknown as EventObject).involvedObject;
    return !/<(HASH|POD|MINUTE)>/.test(name) && names.has(`${kind}/${name}`);
  });
};

interface EventObject {
  readonly involvedObject: { readonly kind: string; readonly name: string };
}

const nameOf = ({ kind, metadata }: NamedObject): string => `${kind}/${metadata.name}`;

/** Objects that all runs agree on; those that differ between runs of one cluster cannot be compared with another. */
export const agreedObjects = (runs: readonly KindObjects[]): KindObjects => {
  const [first = {}, ...others] = runs;
  return Object.fromEntries(
    Object.entries(first).flatMap(([kind, objects]): readonly (readonly [string, readonly Json[] | string])[] => {
      if (typeof objects === "string") return others.every((other) => other[kind] === objects) ? [[kind, objects]] : [];
      const agreed = others.reduce<readonly Json[]>((left, other) => commonOf(left, other[kind]), objects);
      return agreed.length === 0 ? [] : [[kind, agreed]];
    }),
  );
};

/** Number of objects of each kind that the runs do not agree on, the largest of any run. */
export const disagreedObjects = (runs: readonly KindObjects[]): Readonly<Record<string, number>> => {
  const agreed = agreedObjects(runs);
  const kinds = [...new Set(runs.flatMap((run) => Object.keys(run)))].sort();
  const most = (kind: string): number => Math.max(...runs.map((run) => run[kind]?.length ?? 0)) - (agreed[kind]?.length ?? 0);
  return Object.fromEntries(kinds.map((kind) => [kind, most(kind)] as const).filter(([, count]) => count > 0));
};

const commonOf = (left: readonly Json[], right: readonly Json[] | string | undefined): readonly Json[] => {
  const texts = typeof right === "object" ? right.map((object) => sortedJson(object)) : [];
  return left.filter((object) => {
    const at = texts.indexOf(sortedJson(object));
    if (at < 0) return false;
    texts.splice(at, 1);
    return true;
  });
};
