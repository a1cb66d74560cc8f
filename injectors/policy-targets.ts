import { listWorkloads } from "#kube/listings/list-workloads.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import { policyNamesFor } from "#kube/objects/policy-names.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Exclusion, Place, Target } from "./injector.ts";

/** Resource of NetworkPolicies. */
export const POLICIES = "networkpolicies.networking.k8s.io";

/** Lists the workloads that a further policy could shut off from their callers, with free names for one and the labels of their pods. */
export const policyTargets = async (
  view: ClusterView,
  { app, namespace }: Place,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const workloads = await listWorkloads(view, namespace, app);
  const hasCallers = ({ component }: (typeof workloads)[number]) => component.dnsCallers.length + component.registryCallers.length > 0;
  const policies = await listObjects<NetworkPolicy>(view, { resource: POLICIES, namespace });
  const taken = policies.map(({ metadata }) => metadata.name);
  // What one policy allows counts for all.
  const isOpened = ({ workload }: (typeof workloads)[number]) =>
    policies.some(
      ({ spec }) =>
        (spec.ingress ?? []).length > 0 && matchesLabelSelector(spec.podSelector, workload.spec.template.metadata?.labels ?? {}),
    );
  return {
    targets: workloads
      .filter((workload) => hasCallers(workload) && !isOpened(workload))
      .map(({ target, workload, component }) => ({
        resource: target,
        visible: component.userShare > 0,
        facts: {
          names: policyNamesFor(component.name).filter((name) => !taken.includes(name)),
          labels: Object.entries(workload.spec.template.metadata?.labels ?? {}).map(([key, value]) => `${key}=${value}`),
        },
      })),
    excluded: workloads
      .filter((workload) => !hasCallers(workload) || isOpened(workload))
      .map((workload) => ({
        resource: workload.target,
        reason: hasCallers(workload) ? "another policy lets its peers in" : "nobody calls it",
      })),
  };
};

/** Labels of the target's pods, from its facts. */
export const labelsFrom = (facts: Target["facts"]): Readonly<Record<string, string>> =>
  Object.fromEntries((facts["labels"] as readonly string[]).map((pair) => pair.split("=") as [string, string]));
