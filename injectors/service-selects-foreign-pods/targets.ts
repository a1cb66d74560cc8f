import { nameOf } from "#kube/checks/fault-target.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { listServices } from "#kube/listings/list-services.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import type { Exclusion, Place, Target } from "../injector.ts";

/**
 * Lists the Services that users' requests come to, and whose pods can get a label in common with those of a workload that listens elsewhere.
 *
 * Programs keep connections, and open others until one is accepted: they pass over pods that refuse them, and notice nothing.
 */
export const listTargets = async (
  view: ClusterView,
  place: Place,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { targets, excluded } = await listServices(view, place, { areChanged: true });
  const { workloads } = await listOwnWorkloads(view, place.namespace, place.app);
  const services = await listObjects<Service>(view, { resource: "services", namespace: place.namespace });
  const taken = [...new Set(workloads.flatMap(({ workload }) => Object.keys(workload.spec.template.metadata?.labels ?? {})))].sort();
  const entries = new Set([place.app.load.service, ...place.app.operations.map(({ entry }) => entry?.service)]);
  const isEntry = ({ resource }: Target) => entries.has(nameOf(resource));
  const judged = targets.filter(isEntry).map((target) => {
    const name = nameOf(target.resource);
    const own = workloads.find(({ component }) => component.name === name);
    const service = services.find(({ metadata }) => metadata.name === name);
    const decoys = own === undefined || service === undefined ? [] : decoysOf(own.workload, service, workloads);
    return { target: { ...target, facts: { decoys, taken } }, isOwn: own !== undefined };
  });
  return {
    targets: judged.filter(({ target }) => target.facts.decoys.length > 0).map(({ target }) => target),
    excluded: [
      ...excluded,
      ...targets
        .filter((target) => !isEntry(target))
        .map(({ resource }) => ({ resource, reason: "its callers keep connections, and pass over pods that refuse them" })),
      ...judged
        .filter(({ target }) => target.facts.decoys.length === 0)
        .map(({ target: { resource }, isOwn }) => ({
          resource,
          reason: isOwn ? "every other workload listens on its port" : "its pods get no label that stays",
        })),
    ],
  };
};

/** Numbers of the ports to which a Service sends; names are those of the workload's own ports. */
export const targetPorts = ({ spec }: Service, own: Workload): readonly number[] =>
  (spec.ports ?? []).map(({ port, targetPort = port }) =>
    typeof targetPort === "number" ? targetPort : (portsOf(own).find(({ name }) => name === targetPort)?.containerPort ?? port),
  );

/** Workloads that can be rolled out without a gap, keep no data, and listen on none of the Service's ports. */
const decoysOf = (own: Workload, service: Service, workloads: readonly AppWorkload[]): readonly string[] => {
  const wanted = targetPorts(service, own);
  return workloads
    .filter(({ component, workload }) => {
      const ports = portsOf(workload).map(({ containerPort }) => containerPort);
      const isFree = component.gates === undefined && DECOYS.has(component.role) && keepsOldPods(workload);
      return isFree && ports.length > 0 && !ports.some((port) => wanted.includes(port));
    })
    .map(({ target }) => target);
};

const DECOYS: ReadonlySet<string> = new Set(["frontend", "service", "cache"]);

const portsOf = ({ spec }: Workload) => spec.template.spec.containers.flatMap(({ ports = [] }) => ports);
