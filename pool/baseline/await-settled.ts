import { hasSettled } from "#kube/checks/settled.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { removeObject } from "./remove-object.ts";

/**
 * Waits until a slot has settled; pods that are kept from terminating are deleted at once.
 * @param namespace undefined: all namespaces
 * @returns true if it has settled
 */
export const awaitSettled = (cluster: ClusterPort, namespace: string | undefined, timeoutMs: number): Promise<boolean> =>
  cluster.clock.until(
    async () => {
      if (await hasSettled(cluster, namespace)) return true;
      const lingering = (await listObjects<Pod>(cluster, { resource: "pods", namespace })).filter(isLingering);
      await Promise.all(lingering.map((pod) => removeObject(cluster, "pods", pod, REMOVAL_TIMEOUT_MS)));
      return false;
    },
    { timeoutMs },
  );

const REMOVAL_TIMEOUT_MS = 5_000;

/** True for a terminating pod with a finalizer, or with a longer grace period than Kubernetes' default. */
const isLingering = ({ metadata }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined &&
  ((metadata.deletionGracePeriodSeconds ?? 0) > GRACE_MAX_SECONDS || (metadata.finalizers?.length ?? 0) > 0);

const GRACE_MAX_SECONDS = 30;
