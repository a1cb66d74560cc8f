import { invariant } from "#core/invariant.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects, resourceRevision } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";

/** Checks that no two running pods share an address, except for those in their node's network. */
export const checkUniqueAddresses = (world: World): void =>
  world.memo("check/unique-addresses", resourceRevision(world, "pods"), () => {
    const owners = new Map<string, string>();
    for (const { metadata, spec, status } of listObjects<Pod>(world, "pods")) {
      if (status?.podIP === undefined || spec.hostNetwork === true || status.phase === "Succeeded" || status.phase === "Failed") continue;
      invariant(!owners.has(status.podIP), `pods ${owners.get(status.podIP)} and ${metadata.name} share ${status.podIP}`);
      owners.set(status.podIP, metadata.name);
    }
  });
