import { invariant } from "#core/invariant.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects, resourceRevision } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";

/** Checks that pods are bound to existing nodes; pods of a removed node must be terminating. */
export const checkPodsHaveNodes = (world: World): void =>
  world.memo("check/pods-have-nodes", resourceRevision(world, "pods"), () => {
    for (const { metadata, spec } of listObjects<Pod>(world, "pods")) {
      if (metadata.deletionTimestamp !== undefined) continue;
      if (spec.nodeName === undefined || getObject(world, "nodes", undefined, spec.nodeName) !== undefined) continue;
      invariant(
        world.timerAtMs("controller/pod-garbage-collector", `${metadata.namespace}/${metadata.name}`) !== undefined,
        `pod ${metadata.name} is bound to ${spec.nodeName}, which is no node`,
      );
    }
  });
