import type { Clock } from "#core/clock.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { KubernetesPort } from "./create-kubernetes-port.ts";
import type { ObjectWatch } from "./object-watch.ts";
import { createWakingClock } from "./waking-clock.ts";

/** What is watched in a namespace, and a clock that wakes by it. */
export interface SlotView {
  readonly clock: Clock;
  /** Settles when everything was seen once. */
  readonly ready: Promise<void>;
  objects(resource: WatchedResource): readonly KubeObject[];
  close(): void;
}

/** What tells that a workload moves on, and where its Services lead. */
export type WatchedResource = (typeof WATCHED)[number];

const WATCHED = ["pods", "deployments.apps", "services", "endpointslices.discovery.k8s.io"] as const;

/** Watches a namespace. */
export const openSlotView = (admin: KubernetesPort, namespace: string): SlotView => {
  const watches = new Map<WatchedResource, ObjectWatch>(
    WATCHED.map((resource) => [resource, admin.watch({ path: apiPath({ resource, namespace }) })]),
  );
  const each = [...watches.values()];
  return {
    clock: createWakingClock((listener) => {
      const callOffs = each.map((watch) => watch.onChange(listener));
      return () => {
        for (const callOff of callOffs) callOff();
      };
    }),
    ready: Promise.all(each.map(({ ready }) => ready)).then(() => undefined),
    objects: (resource) => watches.get(resource)?.objects() ?? [],
    close: () => {
      for (const watch of each) watch.close();
    },
  };
};
