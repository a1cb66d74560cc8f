import type { Workload } from "#kube/checks/workload.ts";
import type { Probe } from "#kube/types/pod.ts";
import { oddOnes } from "./odd-one-out.ts";
import { firstOf, targetOf, without } from "./repairs.ts";
import type { Rule } from "./rule.ts";

type Field = "livenessProbe" | "readinessProbe" | "startupProbe";

/** Rules on probes. */
export const PROBE_RULES: readonly Rule[] = [
  {
    faults: ["probe-wrong-port"],
    rank: 80,
    find: findProbes("livenessProbe", (workload, probe) => probe.httpGet === undefined && asksUndeclared(workload, probe)),
  },
  {
    faults: ["liveness-probe-wrong-endpoint"],
    rank: 80,
    find: findProbes("livenessProbe", (workload, probe) => probe.httpGet !== undefined && asksUndeclared(workload, probe)),
  },
  { faults: ["readiness-probe-wrong-endpoint"], rank: 80, find: findProbes("readinessProbe", asksUndeclared) },
  {
    faults: ["probe-wrong-protocol"],
    rank: 40,
    find: findProbes("livenessProbe", (workload, probe) => probe.httpGet !== undefined && !asksUndeclared(workload, probe)),
  },
  { faults: ["liveness-probe-too-aggressive"], rank: 60, find: findProbes("livenessProbe", (_, probe) => isHasty(probe)) },
  { faults: ["startup-probe-too-short"], rank: 70, find: findProbes("startupProbe", (_, probe) => isHasty(probe)) },
  ...(["livenessProbe", "readinessProbe"] as const).map(
    (field): Rule => ({
      faults: [field === "livenessProbe" ? "liveness-probe-wrong-endpoint" : "readiness-probe-wrong-endpoint"],
      rank: 15,
      find: ({ running }) =>
        oddOnes(running, (workload) => `${firstOf(workload)?.[field] !== undefined}`)
          .filter((workload) => firstOf(workload)?.[field] !== undefined)
          .map((about) => ({
            resource: targetOf(about),
            about,
            says: `${targetOf(about)} alone has a ${field}`,
            repair: without(about, `/containers/0/${field}`),
          })),
    }),
  ),
];

function findProbes(field: Field, isOdd: (workload: Workload, probe: Probe) => boolean): Rule["find"] {
  return ({ running }) =>
    running.flatMap((about) => {
      const probe = firstOf(about)?.[field];
      if (probe === undefined || !isOdd(about, probe)) return [];
      const says = `${targetOf(about)} has an odd ${field}`;
      return [{ resource: targetOf(about), about, says, repair: without(about, `/containers/0/${field}`) }];
    });
}

function asksUndeclared(workload: Workload, { httpGet, tcpSocket, grpc }: Probe): boolean {
  const port = httpGet?.port ?? tcpSocket?.port ?? grpc?.port;
  return port !== undefined && !(firstOf(workload)?.ports ?? []).some(({ name, containerPort }) => name === port || containerPort === port);
}

/** Gives up within a few seconds. */
const isHasty = ({ initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 }: Probe): boolean =>
  initialDelaySeconds + periodSeconds * failureThreshold <= 8;
