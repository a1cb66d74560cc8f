import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Symptom } from "./injector.ts";
import type { TemplateParams } from "./unschedulable-template.ts";

/** Symptom that a container has ended by itself in every pod, or where old pods serve on, in one. */
export const endsAtStart = (
  { target, container, rollout }: TemplateParams & { readonly container: string },
  namespace: string,
): Symptom => ({
  name: "ends-at-start",
  isSeen: async (view) => {
    const workload = await readWorkload(view, namespace, target);
    const pods = workload === undefined ? [] : await podsOf(view, workload);
    const hasEnded = ({ status }: Pod): boolean =>
      status?.containerStatuses?.some(({ name, lastState }) => name === container && (lastState?.terminated?.exitCode ?? 0) !== 0) === true;
    return rollout === "rolling" ? pods.some(hasEnded) : pods.length > 0 && pods.every(hasEnded);
  },
});
