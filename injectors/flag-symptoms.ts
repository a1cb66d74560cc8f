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

/** Symptom that an operation takes a program longer on average than so many milliseconds. */
export const isSlow = (name: string, namespace: string, operation: string, thanMs: number): Symptom => {
  const scope = `{namespace="${namespace}",span_kind="SPAN_KIND_SERVER",span_name="${operation}"}[1m]`;
  const [time, calls] = ["sum", "count"].map((what) => `sum(rate(traces_span_metrics_duration_milliseconds_${what}${scope}))`);
  return isMeasured(name, `${time} / ${calls} > ${thanMs}`);
};

const hasResult = async (view: ClusterView, query: Parameters<ClusterView["query"]>[0]): Promise<boolean> => {
  const { status, body } = await view.query(query);
  return status === 200 && ((body as { readonly data?: { readonly result?: readonly unknown[] } }).data?.result ?? []).length > 0;
};
