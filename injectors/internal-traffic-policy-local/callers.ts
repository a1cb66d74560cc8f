import type { AppRecord } from "#kube/app/app.ts";
import { componentOf, nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload, type Workload } from "#kube/checks/workload.ts";
import { isNodeReady } from "#kube/listings/list-nodes.ts";
import { listServices } from "#kube/listings/list-services.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Service } from "#kube/types/network.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Exclusion, Place, Target } from "../injector.ts";
import { openWorkers } from "../open-workers.ts";

/** Lists the Services whose callers leave a worker free for their pods. */
export const listTargets = async (
  view: ClusterView,
  place: Place,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { targets, excluded } = await listServices(view, place, { areChanged: true });
  const services = await listObjects<Service>(view, { resource: "services", namespace: place.namespace });
  const nodes = await listObjects<Node>(view, { resource: "nodes" });
  const { workloads } = await listOwnWorkloads(view, place.namespace, place.app);
  const replicasOf = (name: string): number => workloads.find(({ component }) => component.name === name)?.workload.spec.replicas ?? 1;
  const whyNot = ({ resource }: Target): string | undefined => {
    const name = nameOf(resource);
    const own = workloads.find(({ component }) => component.name === name)?.workload;
    if (own === undefined) return "its pods cannot be moved";
    if (services.find(({ metadata }) => metadata.name === name)?.spec.clusterIP === "None") return "its name leads to the pods themselves";
    if (isKept(own)) return "a volume keeps its pods on their node";
    const callers = callersOf(place.app, name);
    if (callers.includes("client")) return "it is called from outside the cluster";
    const pods = callers.reduce((sum, caller) => sum + replicasOf(caller), 0);
    return pods < openWorkers(nodes, own.spec.template.spec).length ? undefined : "its callers' pods can be on every worker";
  };
  const judged = targets.map((target) => ({ target, reason: whyNot(target) }));
  return {
    targets: judged.flatMap(({ target, reason }) => (reason === undefined ? [target] : [])),
    excluded: [...excluded, ...judged.flatMap(({ target: { resource }, reason }) => (reason === undefined ? [] : [{ resource, reason }]))],
  };
};

/** Names of the nodes that run pods which call a Service by its name. */
export const callerNodes = async (view: ClusterView, { app, namespace }: Place, service: string): Promise<ReadonlySet<string>> => {
  const nodes = new Set<string>();
  for (const caller of callersOf(app, nameOf(service))) {
    const component = componentOf(app, `service/${caller}`);
    const workload = component === undefined ? undefined : await readWorkload(view, namespace, workloadTarget(component));
    for (const { spec } of workload === undefined ? [] : await podsOf(view, workload))
      if (spec.nodeName !== undefined) nodes.add(spec.nodeName);
  }
  return nodes;
};

/** The worker to which a Service's pods must move to be away from all callers; undefined: they are already. */
export const nodeApart = async (view: ClusterView, workload: Workload, called: ReadonlySet<string>): Promise<string | undefined> => {
  const pods = await podsOf(view, workload);
  if (pods.every(({ spec }) => spec.nodeName !== undefined && !called.has(spec.nodeName))) return undefined;
  const free = openWorkers(await listObjects<Node>(view, { resource: "nodes" }), workload.spec.template.spec).filter(
    (node) => isNodeReady(node) && !called.has(node.metadata.name),
  );
  if (free[0] === undefined) throw new Error(`the callers of ${workload.metadata.name} are on every worker`);
  return (free.find(({ metadata }) => pods.some(({ spec }) => spec.nodeName === metadata.name)) ?? free[0]).metadata.name;
};

const callersOf = (app: AppRecord, service: string): readonly string[] => componentOf(app, `service/${service}`)?.dnsCallers ?? [];

const isKept = ({ spec }: Workload): boolean =>
  "volumeClaimTemplates" in spec ||
  (spec.template.spec.volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined);
