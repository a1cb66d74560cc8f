import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { logsSay } from "./feature-flag.ts";
import type { Symptom } from "./injector.ts";

/** Symptom that programs of the namespace say something. */
export const saysInLogs = (name: string, namespace: string, text: string): Symptom => ({
  name,
  isSeen: async (view) => await logsSay(view, namespace, text),
});

/** Symptom that an instant query of Prometheus has a result now. */
export const isMeasured = (name: string, query: string): Symptom => ({
  name,
  isSeen: async (view) => await hasResult(view, query),
});

const hasResult = async (view: ClusterView, query: string): Promise<boolean> => {
  const { status, body } = await view.query({ api: "prometheus", path: "/api/v1/query", params: { query } });
  return status === 200 && ((body as { readonly data?: { readonly result?: readonly unknown[] } }).data?.result ?? []).length > 0;
};
