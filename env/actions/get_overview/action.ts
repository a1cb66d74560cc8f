import { z } from "zod";
import { renderTable } from "#kubectl/print/render-table.ts";
import { defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import { SIGNALS, USES } from "../golden-signals.ts";
import { ask } from "../instant-values.ts";
import { readWorkloads, type Workload } from "../read-workloads.ts";
import { requestRefused } from "../request-refused.ts";
import { podShares } from "./pod-shares.ts";

export default defineAction({
  name: "get_overview",
  description:
    "Show the golden signals of the application: request rate, error rate, and p50/p95 latency of every service over the last 2 minutes; and for every workload its ready replicas, restarts, and CPU and memory usage of its busiest pod (as a percentage of the limit, where one is set).",
  profiles: { kubectl: false, typed: true, readonly: true, conductor: false },
  mutating: false,
  arguments: {
    namespace: z.string().optional().describe("Namespace to summarize. Default: the application's namespace."),
  },
  run: async ({ cluster, namespace: own }, { namespace = own }) => {
    try {
      const signals = await ask(cluster, SIGNALS(namespace));
      const uses = await ask(cluster, USES(namespace));
      const workloads = await readWorkloads(cluster, namespace);
      const services = [...(signals.rate?.keys() ?? [])].sort();
      const parts = [
        services.length === 0
          ? `No service in ${namespace} served requests in the last 2 minutes.\n`
          : renderTable(
              { header: ["SERVICE", "RATE", "ERRORS", "P50", "P95"], rows: services.map((name) => signalRow(name, signals)) },
              false,
            ),
        workloads.length === 0
          ? `No workloads in ${namespace}.\n`
          : renderTable(
              { header: ["WORKLOAD", "READY", "RESTARTS", "CPU", "MEMORY"], rows: workloads.map((workload) => useRow(workload, uses)) },
              false,
            ),
      ];
      return { status: "OK", content: parts.join("\n"), hadEffect: false, costMs: ACTION_COSTS_MS.get_overview };
    } catch (error) {
      return requestRefused(error, ACTION_COSTS_MS.get_overview);
    }
  },
});

type Values<Name extends string> = Readonly<Record<Name, ReadonlyMap<string, number> | undefined>>;

const signalRow = (service: string, { rate, errors, p50, p95 }: Values<"rate" | "errors" | "p50" | "p95">): readonly string[] => {
  const perSecond = rate?.get(service) ?? 0;
  return [
    service,
    `${Number(perSecond.toPrecision(3))}/s`,
    perSecond > 0 ? `${Number(((100 * (errors?.get(service) ?? 0)) / perSecond).toFixed(1))}%` : "-",
    milliseconds(p50?.get(service)),
    milliseconds(p95?.get(service)),
  ];
};

const milliseconds = (ms: number | undefined): string => (ms === undefined || Number.isNaN(ms) ? "-" : `${Number(ms.toPrecision(3))}ms`);

const useRow = (workload: Workload, uses: Values<"cpu" | "cpuLimit" | "memory" | "memoryLimit">): readonly string[] => [
  workload.name,
  `${workload.ready}/${workload.desired}`,
  String(workload.restarts),
  podShares(workload, { used: uses.cpu, limits: uses.cpuLimit }, (cores) => `${Math.round(cores * 1000)}m`),
  podShares(workload, { used: uses.memory, limits: uses.memoryLimit }, (bytes) => `${Math.round(bytes / 2 ** 20)}Mi`),
];
