import { parseTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "../../apiserver/store/store.ts";
import { type Controller, enqueueAfter, NO_KEYS } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { isPodTerminal } from "../../controller-runtime/pod-state.ts";

const PERIOD_MS = 20_000;

/** Removes the oldest terminated pods beyond the threshold; an owner whose pods fail at once creates thousands. */
export const terminatedPodCollector: Controller = {
  name: "terminated-pod-collector",
  watches: {
    pods: (world, { object, previous }) => {
      const isNews = isPodTerminal(object as Pod) && (previous === undefined || !isPodTerminal(previous as Pod));
      if (isNews) enqueueAfter(world, "terminated-pod-collector", "all", PERIOD_MS);
      return NO_KEYS;
    },
  },
  retry: { firstMs: PERIOD_MS, lastMs: PERIOD_MS },
  reconcile: (world) => {
    const ended = listObjects<Pod>(world, "pods").filter(isPodTerminal);
    const surplus = ended.length - TERMINATED_PODS_MAX;
    if (surplus <= 0) return;
    const client = clientFor(world, "pod-garbage-collector");
    const byAge = ended.toSorted((a, b) => createdMs(a) - createdMs(b));
    for (const { metadata } of byAge.slice(0, surplus)) client.delete("pods", metadata.namespace, metadata.name, { gracePeriodSeconds: 0 });
  },
};

const createdMs = ({ metadata }: Pod): number => parseTimestamp(metadata.creationTimestamp ?? "") ?? 0;

/** Maximum number of terminated pods, `--terminated-pod-gc-threshold`. */
export const TERMINATED_PODS_MAX = 500;
