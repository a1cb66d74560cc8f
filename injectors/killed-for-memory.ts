import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Place, Symptom } from "./injector.ts";

/** The symptom that a workload's container is killed since it needs more memory than it may use. */
export const killedForMemory = (
  { target, container }: { readonly target: string; readonly container: string },
  { namespace }: Place,
): Symptom => ({
  name: "killed-for-memory",
  isSeen: async (view) => {
    const workload = await readWorkload(view, namespace, target);
    const pods = workload === undefined ? [] : await podsOf(view, workload);
    const states = pods.flatMap(({ status }) => status?.containerStatuses ?? []).filter(({ name }) => name === container);
    return states.some(({ state, lastState }) =>
      [state, lastState].some(
        (seen) => seen?.terminated?.reason === "OOMKilled" || isKilledAtStart(seen?.waiting?.message ?? seen?.terminated?.message),
      ),
    );
  },
});

/** A limit so small that the runtime's own first process does not fit. */
const isKilledAtStart = (message: string | undefined): boolean =>
  message?.includes("OOM-killed") === true || message?.includes("oom-killed") === true;
