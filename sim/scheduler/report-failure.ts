import type { Pod } from "#kube/types/pod.ts";
import { replaceCondition } from "../controller-runtime/conditions.ts";
import { clientFor } from "../controller-runtime/identity.ts";
import { podCondition } from "../controller-runtime/pod-condition.ts";
import type { World } from "../kernel/world.ts";

/** Says in an event and in the pod's condition why it was not scheduled. */
export const reportFailure = (
  world: World,
  pod: Pod,
  { reason, message }: { readonly reason: "Unschedulable" | "SchedulerError"; readonly message: string },
): void => {
  const client = clientFor(world, "scheduler");
  client.event(pod, { type: "Warning", reason: "FailedScheduling", message, component: "default-scheduler" });
  const condition = podCondition(pod, world.nowMs(), { type: "PodScheduled", status: "False", reason, message });
  const conditions = replaceCondition(pod.status?.conditions ?? [], condition);
  if (conditions !== pod.status?.conditions) client.updateStatus<Pod>("pods", { ...pod, status: { ...pod.status, conditions } });
};
