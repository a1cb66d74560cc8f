import { ApiError } from "#kube/ports/api-error.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { type Alert, readFiring } from "../../actions/alerts-of.ts";
import { SIGNALS } from "../../actions/golden-signals.ts";
import { ask } from "../../actions/instant-values.ts";
import { readWorkloads, type Workload } from "../../actions/read-workloads.ts";
import { fitList } from "../fit-list.ts";
import { defineView } from "../view.ts";

const schema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      workload: { type: "string", description: "deployment/NAME, statefulset/NAME or daemonset/NAME" },
      wanted: { type: "integer", description: "Replicas that its spec asks for." },
      ready: { type: "integer" },
      restarts: { type: "integer", description: "Restarts of the containers of its pods." },
      rps: { type: "number", description: "Requests that it serves per second, over the last 2 minutes." },
      error_ratio: { type: "number", minimum: 0, maximum: 1 },
      p95_ms: { type: "number", description: "95th percentile of their durations; 0 without requests." },
      firing: { type: "integer", description: "Firing alerts that name it or its pods." },
    },
    required: ["workload", "wanted", "ready", "restarts", "rps", "error_ratio", "p95_ms", "firing"],
  },
};

export default defineView({
  spec: {
    name: "workloads",
    mediaType: "application/json",
    schemaJson: JSON.stringify(schema),
    deterministic: true,
    agentVisible: true,
    defaultJson: "[]",
  },
  render: async ({ view, namespace, maxBytes }) => {
    const { rate, errors, p95 } = await ask(view, SIGNALS(namespace));
    const firing = (await readFiring(view)) ?? [];
    const rows = (await readAllowed(view, namespace)).map((workload) => {
      const { kind, name, desired, ready, restarts } = workload;
      const rps = rate?.get(name) ?? 0;
      return {
        workload: `${kind}/${name}`,
        wanted: desired,
        ready,
        restarts,
        rps,
        error_ratio: rps > 0 ? (errors?.get(name) ?? 0) / rps : 0,
        p95_ms: finite(p95?.get(name)),
        firing: firing.filter((alert) => concerns(alert, workload)).length,
      };
    });
    return fitList(rows, maxBytes);
  },
});

/** The number; 0 for none, and for the quantile of no requests. */
const finite = (value: number | undefined): number => (value !== undefined && Number.isFinite(value) ? value : 0);

/** Reads the workloads; none where the agent may not. */
const readAllowed = async (view: ClusterView, namespace: string): Promise<readonly Workload[]> => {
  try {
    return await readWorkloads(view, namespace);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
};

/** Tells whether an alert names a workload or one of its pods. */
const concerns = ({ labels }: Alert, { name, pods }: Workload): boolean =>
  NAMING_LABELS.some((label) => labels[label] === name) || pods.some(({ metadata }) => metadata.name === labels["pod"]);

const NAMING_LABELS = ["service_name", "deployment", "statefulset", "daemonset", "service"];
