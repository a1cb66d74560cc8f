import { invariant } from "#core/invariant.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects, resourceRevision } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";

/** Checks that a Ready pod has an address and that all its containers run and are ready. */
export const checkReadyPodsRun = (world: World): void =>
  world.memo("check/ready-pods-run", resourceRevision(world, "pods"), () => {
    for (const { metadata, spec, status } of listObjects<Pod>(world, "pods")) {
      if (status?.conditions?.some(({ type, status: truth }) => type === "Ready" && truth === "True") !== true) continue;
      invariant(status.podIP !== undefined, `pod ${metadata.name} is ready without an address`);
      const ready = (status.containerStatuses ?? []).filter((container) => container.ready && container.state?.running !== undefined);
      invariant(
        ready.length === spec.containers.length,
        `pod ${metadata.name} is ready with ${ready.length} of ${spec.containers.length} containers`,
      );
    }
  });
