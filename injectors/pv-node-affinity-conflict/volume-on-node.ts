import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";

/** Annotation of a claim: the node of the pod that it was bound for. */
export const SELECTED_NODE = "volume.kubernetes.io/selected-node";

/**
 * Waits until a claim has its volume: before that the scheduler could choose another node for it.
 *
 * @throws Error if no volume is made
 */
export const volumeIsMade = async (cluster: ClusterPort, namespace: string, name: string): Promise<void> => {
  const isBound = async () =>
    (await getObject<PersistentVolumeClaim>(cluster, { resource: "persistentvolumeclaims", namespace, name }))?.status?.phase === "Bound";
  if (!(await cluster.clock.until(isBound, { timeoutMs: MADE_TIMEOUT_MS })))
    throw new Error(`persistentvolumeclaim/${name} gets no volume`);
};

const MADE_TIMEOUT_MS = 120_000;
