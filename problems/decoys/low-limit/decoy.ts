import type { Rng } from "#core/rng.ts";
import { isRolledOut } from "#kube/checks/settled.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { isPodNameOf } from "#kube/objects/pod-owner-name.ts";
import { unitValue } from "#kube/objects/quantity.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { defineDecoy } from "../../problem.ts";

/** A memory limit of a cache that leaves little room, and enough: it asks nobody, so that no trouble elsewhere piles requests up in it. */
export default defineDecoy({
  id: "low-limit",
  place: async (cluster, { app, namespace }, rng) => {
    const { workloads } = await listOwnWorkloads(cluster, namespace, app);
    const usedMiB = await readUsedMiB(cluster, namespace);
    const suited = workloads.filter((own) => isSuited(own, usedMiB));
    if (suited.length === 0) return;
    const chosen = rng.stream("workload").pick(suited);
    await limit(cluster, chosen, rng.stream(chosen.target));
    const isThere = async () => {
      const workload = await readWorkload(cluster, namespace, chosen.target);
      return workload !== undefined && isRolledOut(workload);
    };
    await cluster.clock.until(isThere, { timeoutMs: TIMEOUT_MS });
  },
});

/** Reads the memory that containers use, MiB, by pod; empty where the cluster measures none. */
const readUsedMiB = async (cluster: ClusterView, namespace: string): Promise<ReadonlyMap<string, number>> => {
  const { status, body } = await cluster.read({ path: `/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods` });
  const { items = [] } = (status === 200 ? body : {}) as { readonly items?: readonly PodMetrics[] };
  return new Map(
    items.map(({ metadata, containers }) => [
      metadata.name,
      containers.reduce((sum, { usage }) => sum + unitValue(usage.memory), 0) / 2 ** 20,
    ]),
  );
};

interface PodMetrics {
  readonly metadata: { readonly name: string };
  readonly containers: readonly { readonly usage: { readonly memory: string } }[];
}

/** True for Deployments of caches without a memory limit that have not grown since they were started. */
const isSuited = ({ target, component, workload }: AppWorkload, usedMiB: ReadonlyMap<string, number>): boolean => {
  const used = [...usedMiB].filter(([pod]) => isPodNameOf(pod, component.name)).map(([, mib]) => mib);
  return (
    target.startsWith("deployment/") &&
    component.role === "cache" &&
    workload.spec.template.spec.containers[0]?.resources?.limits?.["memory"] === undefined &&
    used.length > 0 &&
    used.every((mib) => mib <= component.idleMiB * GROWTH_MAX)
  );
};

/** Greatest use of a cache, as a share of what it uses when idle. */
const GROWTH_MAX = 1.25;

const limit = async (cluster: ClusterPort, { workload, component }: AppWorkload, rng: Rng): Promise<void> => {
  const { namespace = "", name } = workload.metadata;
  const [container] = workload.spec.template.spec.containers;
  const memory = `${Math.ceil((component.idleMiB * rng.int(14, 18)) / 10) + ROOM_MIB}Mi`;
  // Without a request of its own a container requests as much as its limit.
  const requests = { memory: container?.resources?.requests?.["memory"] ?? `${Math.max(1, Math.floor(component.idleMiB))}Mi` };
  await patchObject(cluster, {
    resource: "deployments.apps",
    namespace,
    name,
    patchType: "strategic",
    patch: { spec: { template: { spec: { containers: [{ name: container?.name, resources: { limits: { memory }, requests } }] } } } },
  });
};

/** Room for connections and for what starts up, MiB. */
const ROOM_MIB = 4;

/** Timeout until the pod with the limit is there, ms. */
const TIMEOUT_MS = 120_000;
