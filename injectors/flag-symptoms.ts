import { nameOf } from "#kube/checks/fault-target.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Symptom } from "./injector.ts";

/** Symptom that a program of the namespace has said something in the last two minutes. */
export const saysInLogs = (name: string, namespace: string, text: string): Symptom => ({
  name,
  isSeen: async (view) => {
    const nowMs = view.clock.nowMs();
    const params = {
      query: `{namespace="${namespace}"} |= ${JSON.stringify(text)}`,
      start: `${nowMs - 120_000}000000`,
      end: `${nowMs}000000`,
      limit: "1",
    };
    return await hasResult(view, { api: "loki", path: "/loki/api/v1/query_range", params });
  },
});

/** Symptom that an instant query of Prometheus has a result now. */
export const isMeasured = (name: string, query: string): Symptom => ({
  name,
  isSeen: async (view) => await hasResult(view, { api: "prometheus", path: "/api/v1/query", params: { query } }),
});

/** Symptom that more than a share of the requests that a component serves fail. */
export const failsRequests = (target: string, namespace: string, moreThan: number): Symptom => {
  const calls = (more: string) => `sum(rate(traces_span_metrics_calls_total{${servedBy(target, namespace)}${more}}[1m]))`;
  return isMeasured("requests-fail", `${calls(',status_code="STATUS_CODE_ERROR"')} / ${calls("")} > ${moreThan}`);
};

/** Symptom that the requests of a component take longer on average than so many milliseconds. */
export const takesLonger = (target: string, namespace: string, thanMs: number): Symptom =>
  isMeasured("requests-take-longer", `${meanMs(servedBy(target, namespace))} > ${thanMs}`);

const servedBy = (target: string, namespace: string): string =>
  `namespace="${namespace}",span_kind="SPAN_KIND_SERVER",service_name="${nameOf(target)}"`;

/** Symptom that an operation takes a program longer on average than so many milliseconds. */
export const isSlow = (name: string, namespace: string, operation: string, thanMs: number): Symptom =>
  isMeasured(name, `${meanMs(`namespace="${namespace}",span_kind="SPAN_KIND_SERVER",span_name="${operation}"`)} > ${thanMs}`);

/** Mean duration of the spans with some labels in the last minute, as a query. */
const meanMs = (labels: string): string => {
  const [time, calls] = ["sum", "count"].map((what) => `sum(rate(traces_span_metrics_duration_milliseconds_${what}{${labels}}[1m]))`);
  return `${time} / ${calls}`;
};

/** Selector of a metric of one container of a workload's pods. */
export const ofContainer = ({ target, container }: { readonly target: string; readonly container: string }, namespace: string): string =>
  `{namespace="${namespace}",pod=~"${nameOf(target)}-.+",container="${container}"}`;

const hasResult = async (view: ClusterView, query: Parameters<ClusterView["query"]>[0]): Promise<boolean> => {
  const { status, body } = await view.query(query);
  return status === 200 && ((body as { readonly data?: { readonly result?: readonly unknown[] } }).data?.result ?? []).length > 0;
};
