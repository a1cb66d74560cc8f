import type { Rng } from "#core/rng.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Entries in the hosts file of a workload's pods that give the Services it calls addresses that are not theirs. */
export interface StaleAliases {
  readonly target: string;
  readonly aliases: readonly StaleAlias[];
}

/** An address that was a Service's, or was to be. */
interface StaleAlias {
  readonly service: string;
  readonly ip: string;
}

/** Names under which programs of the namespace look a Service up. */
export const hostnamesOf = (service: string, namespace: string): readonly string[] => [
  nameOf(service),
  `${nameOf(service)}.${namespace}.svc.cluster.local`,
];

/** The aliases as a pod's spec has them. */
export const hostAliasesOf = ({ aliases }: Pick<StaleAliases, "aliases">, namespace: string) =>
  aliases.map(({ service, ip }) => ({ ip, hostnames: hostnamesOf(service, namespace) }));

/** Draws an address for each Service, of the range of those that are used, which none of them is. */
export const drawAliases = (rng: Rng, services: readonly string[], used: readonly string[]): readonly StaleAlias[] => {
  const [first = "10", second = "96"] = (used[0] ?? "").split(".");
  const taken = new Set(used);
  return services.map((service) => {
    for (;;) {
      const ip = `${first}.${second}.${rng.int(16, 250)}.${rng.int(2, 250)}`;
      if (taken.has(ip)) continue;
      taken.add(ip);
      return { service, ip };
    }
  });
};

/** Holds if no entry of the template's hosts file gives one of the Services' names another address than the Service's own. */
export const judgeAliases = async (view: ClusterView, namespace: string, { target, aliases }: StaleAliases): Promise<Finding> => {
  const workload = await readWorkload(view, namespace, target);
  if (workload === undefined) return { held: false, evidence: `${target} is gone` };
  const services = await listObjects<Service>(view, { resource: "services", namespace });
  const present = workload.spec.template.spec.hostAliases ?? [];
  const wrong = aliases.flatMap(({ service }) => {
    const address = services.find(({ metadata }) => metadata.name === nameOf(service))?.spec.clusterIP;
    const names = hostnamesOf(service, namespace);
    const other = present.find(({ ip, hostnames = [] }) => ip !== address && hostnames.some((name) => names.includes(name)));
    return other === undefined ? [] : [`takes ${other.ip} for ${service}, which has ${address}`];
  });
  return { held: wrong.length === 0, evidence: `${target} ${wrong[0] ?? "gives no Service another address"}` };
};
