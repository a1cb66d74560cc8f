import { parseTimestamp } from "#core/timestamp.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { KubeObject } from "../types/meta.ts";
import type { Pod } from "../types/pod.ts";
import { listObjects } from "../verbs/list.ts";
import { isPodReady } from "./workload.ts";

/**
 * True while workloads are rolled out: a controller has not seen a change yet, or pods come and go. A pod that does not get ready, or does
 * not end, within a minute is stuck.
 *
 * @param namespace undefined: in all namespaces
 */
export const isRollingOut = async (view: ClusterView, namespace: string | undefined): Promise<boolean> => {
  for (const resource of WORKLOADS) if ((await listObjects<Observed>(view, { resource, namespace })).some(isUnseen)) return true;
  const nowMs = view.clock.nowMs();
  return (await listObjects<Pod>(view, { resource: "pods", namespace })).some((pod) => isComingOrGoing(pod, nowMs));
};

const WORKLOADS = ["deployments.apps", "statefulsets.apps", "daemonsets.apps"];

interface Observed extends KubeObject {
  readonly status?: { readonly observedGeneration?: number };
}

const isUnseen = ({ metadata, status }: Observed): boolean => (status?.observedGeneration ?? 0) < (metadata.generation ?? 0);

const isComingOrGoing = (pod: Pod, nowMs: number): boolean => {
  const { creationTimestamp = "", deletionTimestamp } = pod.metadata;
  if (deletionTimestamp === undefined && (isPodReady(pod) || pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed"))
    return false;
  return nowMs - (parseTimestamp(deletionTimestamp ?? creationTimestamp) ?? nowMs) < PATIENCE_MS;
};

const PATIENCE_MS = 60_000;
