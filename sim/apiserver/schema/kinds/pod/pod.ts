import { qosClassOf } from "#kube/objects/qos-class.ts";
import type { Pod, PodSpec } from "#kube/types/pod.ts";
import { defineKind } from "../../kind-strategy.ts";
import { resizedPod } from "../../validation/pod-resize.ts";
import { validatePodImages, validatePodMetadata, validatePodSpec } from "../../validation/pod-spec.ts";
import { validatePodUpdate } from "../../validation/pod-update.ts";
import { podWarnings } from "../../warnings/pod-warnings.ts";
import { nameWarnings } from "../../warnings/workload-warnings.ts";
import { withAppArmorFields } from "./app-armor-fields.ts";
import { mergeLabelKeys } from "./merge-label-keys.ts";

/** Pods: nearly nothing of their spec may change, and they end gracefully. */
export const podKind = defineKind<Pod>({
  hasGeneration: true,
  hasStatus: true,
  fields: {
    "spec.nodeName": ({ spec }) => spec.nodeName ?? "",
    "spec.restartPolicy": ({ spec }) => spec.restartPolicy ?? "",
    "spec.schedulerName": ({ spec }) => spec.schedulerName ?? "",
    "spec.serviceAccountName": ({ spec }) => spec.serviceAccountName ?? "",
    "spec.hostNetwork": ({ spec }) => `${spec.hostNetwork === true}`,
    "status.phase": ({ status }) => status?.phase ?? "",
    "status.podIP": ({ status }) => status?.podIP ?? "",
    "status.nominatedNodeName": ({ status }) => status?.nominatedNodeName ?? "",
  },
  prepareCreate: (pod, { warnings }) => ({
    ...mergeLabelKeys(withAppArmorFields(pod, warnings)),
    status: { phase: "Pending", ...gatedCondition(pod.spec), qosClass: qosClassOf(pod.spec) },
  }),
  prepareUpdate: (pod, old, { subresource }) => {
    if (subresource === "resize") return resizedPod(pod, old);
    if (subresource !== "ephemeralcontainers") return pod;
    return { ...old, spec: { ...old.spec, ephemeralContainers: pod.spec.ephemeralContainers ?? [] } };
  },
  validate: (pod, errors) => {
    validatePodMetadata(pod.metadata, pod.spec, errors);
    validatePodSpec(pod.spec, "spec", errors);
    validatePodImages(pod.spec, errors);
  },
  validateUpdate: validatePodUpdate,
  gracePeriodSeconds: ({ spec, status }, requested) => {
    const isOver = spec.nodeName === undefined || status?.phase === "Failed" || status?.phase === "Succeeded";
    if (isOver) return 0;
    const seconds = requested ?? spec.terminationGracePeriodSeconds ?? 0;
    return seconds < 0 ? 1 : seconds;
  },
  // People seldom change pods themselves: nobody is told of what was there before.
  warn: (pod, old, warnings) => {
    if (old === undefined) warnings.push(...nameWarnings(pod.metadata.name, "the Pod's hostname"), ...podWarnings(pod));
  },
});

/** Condition PodScheduled of a pod with scheduling gates. */
const gatedCondition = (spec: PodSpec): Pick<NonNullable<Pod["status"]>, "conditions"> => {
  if ((spec.schedulingGates ?? []).length === 0) return {};
  const message = "Scheduling is blocked due to non-empty scheduling gates";
  return { conditions: [{ type: "PodScheduled", status: "False", lastProbeTime: null, reason: "SchedulingGated", message }] };
};
