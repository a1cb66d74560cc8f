import { isSameJson } from "#core/canonical-json.ts";
import { parseTimestamp } from "#core/timestamp.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Namespace } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { discoveredGroups } from "../../apiserver/http/discovery/discovered-groups.ts";
import { namespacedResources } from "../../apiserver/schema/served-resources.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { type Controller, enqueueAfter, failTurn, NO_KEYS } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { isPodTerminal } from "../../controller-runtime/pod-state.ts";
import type { World } from "../../kernel/world.ts";
import { type Findings, namespaceConditions, type Remaining } from "./namespace-conditions.ts";

const NAME = "namespace";

/** Empties a namespace that is being deleted, its pods first, then removes its finalizer. */
export const namespaceController: Controller = {
  name: NAME,
  watches: {
    // Other servers may still be creating in it, so each look comes a while after the change that asks for it.
    namespaces: (world, { type, key, object }) => {
      const isTerminating = type !== "DELETED" && (object as Namespace).metadata.deletionTimestamp !== undefined;
      if (isTerminating) enqueueAfter(world, NAME, key, GRACE_MS);
      return NO_KEYS;
    },
  },
  retry: { lastMs: 60_000 },
  reconcile: (world, name) => {
    const namespace = getObject<Namespace>(world, "namespaces", undefined, name);
    if (namespace?.metadata.deletionTimestamp === undefined || !namespace.spec?.finalizers?.includes("kubernetes")) return;
    const { findings, waitSeconds } = deleteContent(world, namespace);
    const current = writeConditions(world, namespace, findings);
    if (findings.failures.length > 0 || findings.undiscovered.length > 0) return failTurn(world);
    if (waitSeconds > 0) enqueueAfter(world, NAME, name, (Math.floor(waitSeconds / 2) + 1) * 1000);
    else finalize(world, current);
  },
};

const GRACE_MS = 5000;

interface Outcome {
  readonly findings: Findings;
  /** Estimated time until the remaining objects are gone, s; 0 when none are left. */
  readonly waitSeconds: number;
}

/** Deletes the content of a namespace: pods first, then all else. */
const deleteContent = (world: World, namespace: Namespace): Outcome => {
  // What cannot be discovered may be in the namespace; what can be is deleted meanwhile.
  const undiscovered = discoveredGroups(world)
    .stale.map(({ group, version }) => `${group}/${version}`)
    .sort();
  const pods = deleteAll(world, namespace, "pods");
  if (pods.remaining !== undefined)
    return { findings: { remaining: [], failures: failuresOf([pods]), undiscovered }, waitSeconds: pods.waitSeconds };
  const others = namespacedResources(world)
    .filter(({ verbs, resource }: ResourceRow) => verbs.includes("delete") && resource !== "pods")
    .map(({ resource }) => deleteAll(world, namespace, resource));
  return {
    findings: { remaining: others.flatMap(({ remaining }) => remaining ?? []), failures: failuresOf(others), undiscovered },
    waitSeconds: Math.max(0, ...others.map(({ waitSeconds }) => waitSeconds)),
  };
};

interface Deleted {
  readonly remaining?: Remaining;
  readonly waitSeconds: number;
  readonly failure?: string;
}

const failuresOf = (outcomes: readonly Deleted[]): readonly string[] => outcomes.flatMap(({ failure }) => failure ?? []);

/** Deletes all objects of a resource, and estimates the time until the remaining ones are gone. */
const deleteAll = (world: World, { metadata }: Namespace, resource: string): Deleted => {
  const client = clientFor(world, "namespace-controller");
  const present = listObjects(world, resource, metadata.name);
  if (present.length === 0) return { waitSeconds: 0 };
  const sinceMs = world.nowMs() - (parseTimestamp(metadata.deletionTimestamp ?? "") ?? world.nowMs());
  const graceSeconds = resource === "pods" ? Math.max(0, ...(present as readonly Pod[]).map(graceOf)) : 0;
  for (const object of present) {
    if (object.metadata.deletionTimestamp !== undefined) continue;
    const deleted = client.delete(resource, metadata.name, object.metadata.name, { propagationPolicy: "Background" });
    // Refused by a webhook, for instance: nothing is known of what remains.
    if (!deleted.ok && deleted.error.reason !== "NotFound") return { waitSeconds: 0, failure: deleted.error.message ?? "" };
  }
  const objects = listObjects(world, resource, metadata.name);
  if (objects.length === 0) return { waitSeconds: 0 };
  const remaining = { resource, objects };
  if (sinceMs < graceSeconds * 1000) return { remaining, waitSeconds: graceSeconds };
  if (objects.some((object) => (object.metadata.finalizers ?? []).length > 0)) return { remaining, waitSeconds: FINALIZER_SECONDS };
  const [plural, ...group] = resource.split(".");
  const kind = `${group.join(".")}/v1, Resource=${plural}`;
  const failure = `unexpected items still remain in namespace: ${metadata.name} for gvr: ${kind}`;
  return {
    remaining,
    waitSeconds: 0,
    failure,
  };
};

const FINALIZER_SECONDS = 15;

const graceOf = (pod: Pod): number => (isPodTerminal(pod) ? 0 : (pod.spec.terminationGracePeriodSeconds ?? 0));

const writeConditions = (world: World, namespace: Namespace, findings: Findings): Namespace => {
  const conditions = namespaceConditions(namespace.status?.conditions ?? [], findings, world.nowMs());
  const status: NonNullable<Namespace["status"]> = { ...namespace.status, phase: "Terminating", conditions };
  if (isSameJson(status, namespace.status ?? {})) return namespace;
  const written = clientFor(world, "namespace-controller").updateStatus<Namespace>("namespaces", { ...namespace, status });
  return written.ok ? written.value : namespace;
};

const finalize = (world: World, namespace: Namespace): void => {
  const finalizers = (namespace.spec?.finalizers ?? []).filter((finalizer) => finalizer !== "kubernetes");
  clientFor(world, "namespace-controller").update<Namespace>("namespaces", { ...namespace, spec: { ...namespace.spec, finalizers } });
};
