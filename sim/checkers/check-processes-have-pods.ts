import { invariant } from "#core/invariant.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, resourceRevision } from "../apiserver/store/store.ts";
import { splitKey } from "../controller-runtime/controller.ts";
import type { World } from "../kernel/world.ts";
import { isKubeletRunning } from "../machines/machines.ts";
import { PROCESSES, type Process } from "../processes/process.ts";

/** Checks that every process belongs to the present pod of its name, unless its kubelet is stopped. */
export const checkProcessesHavePods = (world: World): void => {
  const processes = world.map<Process>(PROCESSES);
  world.memo("check/processes-have-pods", processes.revision + resourceRevision(world, "pods"), () => {
    for (const [key, process] of processes.entries()) {
      const { namespace, name } = splitKey(key.slice(0, key.lastIndexOf("/")));
      if (!isKubeletRunning(world, process.start.pod.spec.nodeName ?? "")) continue;
      const pod = getObject<Pod>(world, "pods", namespace, name);
      invariant(pod?.metadata.uid === process.podUid, `process ${key} outlived its pod`);
    }
  });
};
