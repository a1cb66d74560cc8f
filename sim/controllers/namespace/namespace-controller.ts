import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Namespace } from "#kube/types/cluster.ts";
import type { Condition, KubeObject } from "#kube/types/meta.ts";
import { namespacedResources } from "../../apiserver/served-resources.ts";
import { getObject, listObjects } from "../../apiserver/store.ts";
import type { World } from "../../kernel/world.ts";
import { replaceCondition } from "../frame/conditions.ts";
import { type Controller, enqueueAfter, NO_KEYS } from "../frame/controller.ts";
import { clientFor } from "../frame/identity.ts";

/** Empties a namespace that is being deleted, then lets it go. */
export const namespaceController: Controller = {
  name: "namespace",
  watches: {
    namespaces: (_world, { key, object }) => ((object as Namespace).metadata.deletionTimestamp === undefined ? NO_KEYS : [key]),
    "*": (world, { type, object }) => {
      if (type !== "DELETED") return NO_KEYS;
      const { namespace } = (object as KubeObject).metadata;
      const owner = namespace === undefined ? undefined : getObject<Namespace>(world, "namespaces", undefined, namespace);
      return owner?.metadata.deletionTimestamp === undefined ? NO_KEYS : [namespace as string];
    },
  },
  reconcile: (world, name) => {
    const namespace = getObject<Namespace>(world, "namespaces", undefined, name);
    if (namespace?.metadata.deletionTimestamp === undefined) return;
    deleteContent(world, name);
    const left = contentOf(world, name);
    if (left.length === 0) return finalize(world, namespace);
    writeConditions(world, namespace, left);
    enqueueAfter(world, "namespace", name, RETRY_MS);
  },
};

const RETRY_MS = 5000;

interface Content {
  readonly resource: string;
  readonly objects: readonly KubeObject[];
}

const contentOf = (world: World, name: string): readonly Content[] =>
  namespacedResources(world).flatMap(({ resource, verbs }) => {
    const objects = verbs.includes("delete") ? listObjects(world, resource, name) : [];
    return objects.length === 0 ? [] : [{ resource, objects }];
  });

const deleteContent = (world: World, name: string): void => {
  const client = clientFor(world, "namespace-controller");
  for (const { resource, objects } of contentOf(world, name)) {
    for (const { metadata } of objects)
      if (metadata.deletionTimestamp === undefined) client.delete(resource, name, metadata.name, { propagationPolicy: "Background" });
  }
};

const finalize = (world: World, namespace: Namespace): void => {
  const finalizers = (namespace.spec?.finalizers ?? []).filter((finalizer) => finalizer !== "kubernetes");
  clientFor(world, "namespace-controller").update<Namespace>("namespaces", { ...namespace, spec: { ...namespace.spec, finalizers } });
};

const writeConditions = (world: World, namespace: Namespace, left: readonly Content[]): void => {
  const now = toTimestamp(world.nowMs());
  let conditions = namespace.status?.conditions ?? [];
  for (const { type, status, reason, message } of conditionsOf(left)) {
    conditions = replaceCondition(conditions, {
      type,
      status,
      lastTransitionTime: now,
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message }),
    });
  }
  const status: NonNullable<Namespace["status"]> = { ...namespace.status, phase: "Terminating", conditions };
  if (!isSameJson(status, namespace.status ?? {}))
    clientFor(world, "namespace-controller").updateStatus("namespaces", { ...namespace, status });
};

const conditionsOf = (left: readonly Content[]): readonly Condition[] => {
  const held = finalizersOf(left);
  const remaining = left.map(({ resource, objects }) => `${dottedName(resource)} has ${objects.length} resource instances`).join(", ");
  const finalizing = [...held].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`).join(", ");
  return [
    {
      type: "NamespaceDeletionDiscoveryFailure",
      status: "False",
      reason: "ResourcesDiscovered",
      message: "All resources successfully discovered",
    },
    {
      type: "NamespaceDeletionGroupVersionParsingFailure",
      status: "False",
      reason: "ParsedGroupVersions",
      message: "All legacy kube types successfully parsed",
    },
    {
      type: "NamespaceDeletionContentFailure",
      status: "False",
      reason: "ContentDeleted",
      message: "All content successfully deleted, may be waiting on finalization",
    },
    {
      type: "NamespaceContentRemaining",
      status: "True",
      reason: "SomeResourcesRemain",
      message: `Some resources are remaining: ${remaining}`,
    },
    held.size === 0
      ? {
          type: "NamespaceFinalizersRemaining",
          status: "False",
          reason: "ContentHasNoFinalizers",
          message: "All content-preserving finalizers finished",
        }
      : {
          type: "NamespaceFinalizersRemaining",
          status: "True",
          reason: "SomeFinalizersRemain",
          message: `Some content in the namespace has finalizers remaining: ${finalizing}`,
        },
  ];
};

const finalizersOf = (left: readonly Content[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { objects } of left)
    for (const { metadata } of objects)
      for (const finalizer of metadata.finalizers ?? []) counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** `pods.` for the core group, as the API server writes group resources. */
const dottedName = (resource: string): string => (resource.includes(".") ? resource : `${resource}.`);
