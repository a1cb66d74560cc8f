import type { Pod } from "#kube/types/pod.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { TRACKING } from "./failures-in-a-row.ts";

/** Takes the Job's finalizer from pods; returns those that keep it, since the API server refused. */
export const releasePods = (world: World, pods: readonly Pod[]): readonly Pod[] =>
  pods.filter((pod) => {
    const { finalizers = [] } = pod.metadata;
    if (!finalizers.includes(TRACKING)) return false;
    const released = clientFor(world, "job-controller").update<Pod>("pods", {
      ...pod,
      metadata: { ...pod.metadata, finalizers: finalizers.filter((name) => name !== TRACKING) },
    });
    return !released.ok && released.error.reason !== "NotFound";
  });
