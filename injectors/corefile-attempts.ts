import { kubectl, wait } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, scaleUp } from "#kube/checks/attempts.ts";
import { componentOf, nameOf } from "#kube/checks/fault-target.ts";
import { keptByOperator } from "#kube/listings/kept-by-operator.ts";
import type { Service } from "#kube/types/network.ts";
import { baselineCorefile, DNS, restartServers, writeCorefile } from "./corefile.ts";

/** Repairs of a fault in the Corefile beyond those of the expert. */
export const corefileAccepts = (baseline: Baseline): readonly Attempt[] => {
  const corefile = baselineCorefile(baseline);
  return [
    { name: "leave a comment in the Corefile", calls: [writeCorefile(`# cleaned up after the incident\n${corefile}`), restartServers] },
    {
      name: "write the Corefile and wait until the name servers read it",
      calls: [writeCorefile(corefile), wait(REREAD_S)],
    },
  ];
};

/** Time in which the kubelet renews the mounted file and CoreDNS reads it again, s: 90 and 45 at most. */
const REREAD_S = 150;

/** Attempts that mend no fault in the Corefile by which the name of a Service is denied. */
export const corefileRejects = (service: string, baseline: Baseline): readonly Attempt[] => {
  const callers = (componentOf(baseline.app, service)?.dnsCallers ?? []).flatMap((name) => {
    const caller = componentOf(baseline.app, name);
    return caller === undefined ? [] : [`${caller.workload}/${caller.name}`];
  });
  const before = baselineObject<Service>(baseline, "services", nameOf(service));
  const ip = before?.spec.clusterIP;
  const hostAliases = [{ ip, hostnames: [nameOf(service)] }];
  return [
    { ...scaleUp(`-n ${DNS.namespace} deployment/${DNS.name}`), name: "run more name servers" },
    { name: "restart the name servers", calls: [restartServers] },
    // Where an operator makes it, it is there again before anybody else can create it.
    ...(before === undefined || keptByOperator(before) !== undefined
      ? []
      : [{ ...createAnew(baseline, service), name: "delete the Service and create it again" }]),
    {
      name: "forward every name to another server",
      calls: [writeCorefile(".:53 {\n    forward . 192.0.2.1\n    reload\n}\n")],
    },
    ...(callers.length === 0
      ? []
      : [
          {
            name: "give the callers the address by host aliases",
            calls: callers.map((caller) =>
              kubectl(`patch ${caller} -p '${JSON.stringify({ spec: { template: { spec: { hostAliases } } } })}'`),
            ),
          },
        ]),
  ];
};
