import type { Clock } from "#core/clock.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { KubernetesPort } from "./create-kubernetes-port.ts";
import type { Informer } from "./informer.ts";
import { createWakingClock } from "./waking-clock.ts";

/** Watched objects of a namespace, and a clock that wakes on their changes. */
export interface SlotView {
  readonly clock: Clock;
  /** Resolves after the first list of every resource. */
  readonly ready: Promise<void>;
  objects(resource: WatchedResource): readonly KubeObject[];
  close(): void;
}

/** Resources that show the progress of workloads and the endpoints of Services. */
export type WatchedResource = (typeof WATCHED)[number];

const WATCHED = ["pods", "deployments.apps", "services", "endpointslices.discovery.k8s.io"] as const;

/** Starts watching a namespace. */
export const openSlotView = (admin: KubernetesPort, namespace: string): SlotView => {
  const watches = new Map<WatchedResource, Informer>(
    WATCHED.map((resource) => [resource, admin.watch({ path: apiPath({ resource, namespace }) })]),
  );
  const each = [...watches.values()];
  return {
    clock: createWakingClock((listener) => {
      const cancels = each.map((watch) => watch.onChange(listener));
      return () => {
        for (const cancel of cancels) cancel();
      };
    }),
    ready: Promise.all(each.map(({ ready }) => ready)).then(() => undefined),
    objects: (resource) => watches.get(resource)?.objects() ?? [],
    close: () => {
      for (const watch of each) watch.close();
    },
  };
};
