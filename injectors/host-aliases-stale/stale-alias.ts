import type { Rng } from "#core/rng.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";

/** An entry in the hosts file of a workload's pods that gives a Service's name an address that is not the Service's. */
export interface StaleAlias {
  readonly target: string;
  readonly service: string;
  readonly ip: string;
}

/** Names under which programs of the namespace look a Service up. */
export const hostnamesOf = (service: string, namespace: string): readonly string[] => [
  nameOf(service),
  `${nameOf(service)}.${namespace}.svc.cluster.local`,
];

/** Draws an address of the range of the given ones that none of them is. */
export const unusedAddress = (rng: Rng, used: readonly string[]): string => {
  const [first = "10", second = "96"] = (used[0] ?? "").split(".");
  for (;;) {
    const ip = `${first}.${second}.${rng.int(16, 250)}.${rng.int(2, 250)}`;
    if (!used.includes(ip)) return ip;
  }
};

/** Holds if no entry of the template's hosts file gives the Service's names another address than the Service's own. */
export const judgeAlias = async (view: ClusterView, namespace: string, { target, service }: StaleAlias): Promise<Finding> => {
  const workload = await readWorkload(view, namespace, target);
  if (workload === undefined) return { held: false, evidence: `${target} is gone` };
  const address = (await getObject<Service>(view, { resource: "services", namespace, name: nameOf(service) }))?.spec.clusterIP;
  const names = hostnamesOf(service, namespace);
  const wrong = (workload.spec.template.spec.hostAliases ?? []).filter(
    ({ ip, hostnames = [] }) => ip !== address && hostnames.some((name) => names.includes(name)),
  );
  const evidence = wrong.length === 0 ? `gives ${service} no other address` : `takes ${wrong[0]?.ip} for ${service}, which has ${address}`;
  return { held: wrong.length === 0, evidence: `${target} ${evidence}` };
};
