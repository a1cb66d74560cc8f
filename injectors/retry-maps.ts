import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Exclusion, Place, Target } from "./injector.ts";

/** Lists the ConfigMaps whose keys say for several workloads how long a call may take and how often it is tried again; of the others those that say one of both. */
export const listRetryMaps = async (
  view: ClusterView,
  { app, namespace }: Place,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { workloads } = await listOwnWorkloads(view, namespace, app);
  const maps = await listObjects<ConfigMap>(view, { resource: "configmaps", namespace });
  const [targets, excluded]: [Target[], Exclusion[]] = [[], []];
  for (const { metadata, data = {} } of maps) {
    const resource = `configmap/${metadata.name}`;
    const [timeoutKey, retriesKey] = [keyOf(data, TIMEOUT_KEY), keyOf(data, RETRIES_KEY)];
    if (timeoutKey === undefined && retriesKey === undefined) continue;
    const consumers = workloads.filter(({ workload }) => readsAsVariables(workload, metadata.name));
    const exclude = (reason: string): void => void excluded.push({ resource, reason });
    if (timeoutKey === undefined || retriesKey === undefined) exclude("it says nothing of either time-outs or retries of calls");
    else if (consumers.length < 2) exclude("fewer than two workloads read it as variables");
    else {
      const busiestMilli = await busiest(view, namespace, consumers);
      const facts = { timeoutKey, retriesKey, busiestMilli, consumers: consumers.map(({ target }) => target) };
      if (busiestMilli < BUSY_MIN_MILLI) exclude("none of its readers is busy enough that a limit would matter");
      else targets.push({ resource, visible: true, facts });
    }
  }
  return { targets, excluded };
};

const keyOf = (data: Readonly<Record<string, string>>, pattern: RegExp): string | undefined =>
  Object.keys(data).find((key) => pattern.test(key));

const TIMEOUT_KEY = /TIMEOUT/i;
const RETRIES_KEY = /RETR(?:Y|IES)/i;

const readsAsVariables = ({ spec }: AppWorkload["workload"], name: string): boolean =>
  spec.template.spec.containers.some(({ envFrom = [] }) => envFrom.some(({ configMapRef }) => configMapRef?.name === name));

/** Processor that the busiest of these workloads' pods uses, thousandths of a core over the last minutes. */
const busiest = async (view: ClusterView, namespace: string, workloads: readonly AppWorkload[]): Promise<number> => {
  const query = `sum by (pod) (rate(container_cpu_usage_seconds_total{namespace="${namespace}",container!=""}[2m]))`;
  const { status, body } = await view.query({ api: "prometheus", path: "/api/v1/query", params: { query } });
  if (status !== 200) return 0;
  const rows = (body as { readonly data?: { readonly result?: readonly Row[] } }).data?.result ?? [];
  const own = rows.filter(({ metric }) => workloads.some(({ workload }) => metric["pod"]?.startsWith(`${workload.metadata.name}-`)));
  return Math.round(1000 * Math.max(0, ...own.map(({ value }) => Number(value[1]))));
};

interface Row {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** Least use of a processor by which a limit just above it can be felt, thousandths of a core. */
const BUSY_MIN_MILLI = 500;
