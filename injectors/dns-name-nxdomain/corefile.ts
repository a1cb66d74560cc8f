import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import type { ConfigMap } from "#kube/types/storage.ts";

/** Namespace in which kubeadm puts the cluster's name server, and the name of its Deployment and ConfigMap. */
export const DNS = Object.freeze({ name: "coredns", namespace: "kube-system" });

/** Corefile as recorded in the baseline. */
export const baselineCorefile = (baseline: Baseline): string =>
  baselineObject<ConfigMap>(baseline, "configmaps", DNS.name, DNS.namespace)?.data?.["Corefile"] ?? "";

/** Call that writes the Corefile. */
export const writeCorefile = (corefile: string): ToolCall =>
  kubectl(`-n ${DNS.namespace} patch configmap ${DNS.name} --type=merge -p '${JSON.stringify({ data: { Corefile: corefile } })}'`);
