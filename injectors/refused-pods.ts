import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Event } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Symptom } from "./injector.ts";

/** The symptom that a workload has no pods, since the server refuses them with certain words. */
export const refusedSymptom = (target: string, namespace: string, refusal: string): Symptom => ({
  name: "pods-refused",
  isSeen: async (view) => {
    const workload = await readWorkload(view, namespace, target);
    if (workload === undefined || (await podsOf(view, workload)).length > 0) return false;
    const events = await listObjects<Event>(view, { resource: "events", namespace });
    return events.some(({ message }) => message?.includes(refusal) === true);
  },
});

/** The look at what the server says of pods that it does not let be created. */
export const REFUSALS: ToolCall = kubectl("get events --field-selector reason=FailedCreate");

/** Makes a controller that waits between its tries try at once. */
export const tryAgain = (target: string): ToolCall => kubectl(`rollout restart ${target}`);
