import type { AppRecord } from "#kube/app/app.ts";
import { componentOf } from "#kube/checks/fault-target.ts";
import { isPodReady } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** A pod that calls a component, on a node on which the component has no ready pod. */
export interface StrandedCaller {
  readonly node: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Callers of the components, by component, that a Service would lead nowhere if it kept to the caller's node. */
export const strandedCallers = async (
  view: ClusterView,
  { app, namespace }: { readonly app: AppRecord; readonly namespace: string },
): Promise<(service: string) => readonly StrandedCaller[]> => {
  const workloads = await listWorkloads(view, namespace, app);
  const pods = await listObjects<Pod>(view, { resource: "pods", namespace });
  const podsOf = (name: string): readonly Pod[] => {
    const selector = workloads.find(({ component }) => component.name === name)?.workload.spec.selector;
    return selector === undefined ? [] : pods.filter((pod) => isPodReady(pod) && matchesLabelSelector(selector, pod.metadata.labels ?? {}));
  };
  return (service) => {
    const component = componentOf(app, service);
    if (component === undefined) return [];
    const nodes = new Set(podsOf(component.name).map(({ spec }) => spec.nodeName));
    return component.dnsCallers
      .flatMap(podsOf)
      .flatMap(({ metadata, spec: { nodeName: node } }) =>
        node === undefined || nodes.has(node) ? [] : [{ node, labels: metadata.labels ?? {} }],
      );
  };
};
