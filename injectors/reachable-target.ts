import { nameOf } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Place } from "./injector.ts";

/** Calls each pod address with each caller's labels, so that the policy is tested however the caller finds the pod. */
export const judgeReachable = async (view: ClusterView, { namespace, app }: Place, target: string) => {
  const component = app.components.find(({ name }) => name === nameOf(target));
  const workload = await readWorkload(view, namespace, target);
  const port = workload?.spec.template.spec.containers
    .flatMap(({ ports }) => ports ?? [])
    .find(({ protocol }) => protocol !== "UDP")?.containerPort;
  if (component === undefined || workload === undefined || port === undefined) return { held: false, evidence: `${target} is gone` };
  const hosts = (await podsOf(view, workload)).flatMap(({ status }) => (status?.podIP === undefined ? [] : [status.podIP]));
  const callers = [...component.dnsCallers, ...component.registryCallers];
  for (const host of hosts) {
    for (const caller of callers) {
      const labels = await labelsOf(view, namespace, caller);
      const result = await view.probe({ from: { namespace, labels }, host, port });
      if (result.kind !== "connected") return { held: false, evidence: `${caller} → ${target}: ${result.kind}` };
    }
  }
  return { held: hosts.length > 0, evidence: `${callers.join(", ")} reach ${hosts.length} pods of ${target}` };
};

const labelsOf = async (view: ClusterView, namespace: string, caller: string): Promise<Readonly<Record<string, string>>> =>
  (await readWorkload(view, namespace, `deployment/${caller}`))?.spec.template.metadata?.labels ?? {};
