import { err, ok } from "#core/result.ts";
import type { PriorityClass } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { forbidden } from "../../http/status.ts";
import { getObject, listObjects } from "../../store/store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { requestedName } from "./requested-name.ts";

/** Turns the class of a pod into its priority. */
export const priority: AdmissionPlugin = {
  resources: new Set(["pods"]),
  mutate: ({ world, row }, object, old) => {
    const pod = object as Pod;
    if (old !== undefined) return ok(keepPriority(pod, old as Pod));
    const name = pod.spec.priorityClassName;
    const found =
      name === undefined
        ? listObjects<PriorityClass>(world, CLASSES).find((candidate) => candidate.globalDefault === true)
        : getObject<PriorityClass>(world, CLASSES, undefined, name);
    if (name !== undefined && found === undefined) {
      return err(forbidden(row, requestedName(pod.metadata), `no PriorityClass with name ${name} was found`));
    }
    const value = found?.value ?? 0;
    if (pod.spec.priority !== undefined && pod.spec.priority !== value) {
      const cause = `the integer value of priority (${pod.spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;
      return err(forbidden(row, requestedName(pod.metadata), cause));
    }
    const preemptionPolicy = pod.spec.preemptionPolicy ?? found?.preemptionPolicy ?? "PreemptLowerPriority";
    const named = found === undefined ? {} : { priorityClassName: found.metadata.name };
    return ok({ ...pod, spec: { ...pod.spec, ...named, priority: value, preemptionPolicy } });
  },
};

/** Carries priority and preemption policy over to an update that leaves them out. */
const keepPriority = (pod: Pod, { spec: { priority: value, preemptionPolicy } }: Pod): Pod => {
  const lacksValue = pod.spec.priority === undefined && value !== undefined;
  const lacksPolicy = pod.spec.preemptionPolicy === undefined && preemptionPolicy !== undefined;
  if (!lacksValue && !lacksPolicy) return pod;
  return { ...pod, spec: { ...pod.spec, ...(lacksValue && { priority: value }), ...(lacksPolicy && { preemptionPolicy }) } };
};

const CLASSES = "priorityclasses.scheduling.k8s.io";
