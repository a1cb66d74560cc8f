import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Symptom } from "./injector.ts";

/** A container that has been restarted since its pod began. */
export const restartedByProbe = (
  { target, container }: { readonly target: string; readonly container: string },
  namespace: string,
): Symptom => ({
  name: "restarted-by-probe",
  isSeen: async (view) => {
    const workload = await readWorkload(view, namespace, target);
    const pods = workload === undefined ? [] : await podsOf(view, workload);
    return pods.some(({ status }) => status?.containerStatuses?.some(({ name, restartCount }) => name === container && restartCount > 0));
  },
});
