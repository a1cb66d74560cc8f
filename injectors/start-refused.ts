import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Place, Symptom } from "./injector.ts";

/** No container of the consumer is started, since what its pods are to read is not there, and events say so. */
export const consumerCannotStart = (consumer: string, { namespace }: Place): Symptom => ({
  name: "consumer-cannot-start",
  isSeen: async (view) => {
    const workload = await readWorkload(view, namespace, consumer);
    const pods = workload === undefined ? [] : await podsOf(view, workload);
    if (!(pods.length > 0 && pods.every(isStuck))) return false;
    const events = await listObjects<Event>(view, { resource: "events", namespace });
    return events.some(
      ({ reason, involvedObject }) =>
        (reason === "FailedMount" || reason === "Failed") && pods.some(({ metadata }) => metadata.name === involvedObject.name),
    );
  },
});

const isStuck = (pod: Pod): boolean =>
  !isPodReady(pod) &&
  pod.status?.containerStatuses?.some(({ state }) =>
    ["ContainerCreating", "PodInitializing", "CreateContainerConfigError"].includes(state?.waiting?.reason ?? ""),
  ) === true;
