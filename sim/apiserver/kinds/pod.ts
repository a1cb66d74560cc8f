import type { Pod, PodSpec } from "#kube/types/pod.ts";
import { equalJson, type Raw } from "../codec/same.ts";
import { type FieldError, forbiddenField, invalidValue } from "../field-error.ts";
import { defineKind, type RequestContext } from "../kind-strategy.ts";
import { podUpdateForbidden, validatePodImages, validatePodMetadata, validatePodSpec } from "../validation/pod-spec.ts";
import { qosClassOf } from "./qos-class.ts";

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
  prepareCreate: (pod) => ({ ...pod, status: { phase: "Pending", ...gatedCondition(pod.spec), qosClass: qosClassOf(pod.spec) } }),
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
  warn: ({ spec }, old, warnings) => {
    if (old === undefined) warnAboutEnv(spec, "spec", warnings);
  },
});

type Gates = readonly { readonly name: string }[];

const gatesOf = (spec: PodSpec): Gates => (spec as { readonly schedulingGates?: Gates }).schedulingGates ?? [];

/** A pod with gates says from the first that nobody schedules it. */
const gatedCondition = (spec: PodSpec): Pick<NonNullable<Pod["status"]>, "conditions"> => {
  if (gatesOf(spec).length === 0) return {};
  const message = "Scheduling is blocked due to non-empty scheduling gates";
  return { conditions: [{ type: "PodScheduled", status: "False", lastProbeTime: null, reason: "SchedulingGated", message }] };
};

/** Gates may be taken away and never added. */
const validateGates = (spec: PodSpec, old: PodSpec, errors: FieldError[]): void => {
  const known = new Set(gatesOf(old).map(({ name }) => name));
  gatesOf(spec).forEach(({ name }, i) => {
    if (!known.has(name))
      errors.push(forbiddenField(`spec.schedulingGates[${i}].name`, `only deletion is allowed, but found new scheduling gate '${name}'`));
  });
};

/** Warns of variables that hide earlier ones of the same name. */
export const warnAboutEnv = (spec: PodSpec, path: string, warnings: string[]): void => {
  spec.containers.forEach(({ env = [] }, i) => {
    const seen = new Set<string>();
    env.forEach(({ name }, j) => {
      const place = `${path}.containers[${i}].env[${j}]`;
      if (seen.has(name)) warnings.push(`${place}: hides previous definition of "${name}", which may be dropped when using apply`);
      seen.add(name);
    });
  });
};

function validatePodUpdate(pod: Pod, old: Pod, errors: FieldError[], { subresource }: RequestContext): void {
  if (pod.spec === old.spec) return;
  const lengths = (["containers", "initContainers"] as const).filter(
    (list) => (pod.spec[list] ?? []).length !== (old.spec[list] ?? []).length,
  );
  if (lengths.length > 0) {
    for (const list of lengths) errors.push(forbiddenField(`spec.${list}`, "pod updates may not add or remove containers"));
    return;
  }
  validateDeadline(pod.spec.activeDeadlineSeconds, old.spec.activeDeadlineSeconds, errors);
  validateTolerations(pod.spec, old.spec, errors);
  validateGates(pod.spec, old.spec, errors);
  const ignored = subresource === "ephemeralcontainers" ? { ephemeralContainers: undefined } : {};
  if (!equalJson({ ...fixedPart(pod.spec), ...ignored }, { ...fixedPart(old.spec), ...ignored })) errors.push(podUpdateForbidden());
}

const validateDeadline = (after: number | undefined, before: number | undefined, errors: FieldError[]): void => {
  const field = "spec.activeDeadlineSeconds";
  if (before !== undefined && after === undefined)
    errors.push(invalidValue(field, null, "must not update from a positive integer to nil value"));
  else if (before !== undefined && (after ?? 0) > before)
    errors.push(invalidValue(field, after, "must be less than or equal to previous value"));
};

const validateTolerations = (spec: PodSpec, old: PodSpec, errors: FieldError[]): void => {
  const kept = (old.tolerations ?? []).every((before) => (spec.tolerations ?? []).some((after) => equalJson(before, after)));
  if (kept) return;
  const detail = "existing toleration can not be modified except its tolerationSeconds";
  errors.push(forbiddenField("spec.tolerations", detail));
};

/** The spec without what an update may change. */
const fixedPart = (spec: PodSpec): Raw => {
  const {
    activeDeadlineSeconds: _a,
    tolerations: _t,
    schedulingGates: _g,
    ...rest
  } = spec as PodSpec & { readonly schedulingGates?: Gates };
  const withoutImage = ({ image: _image, ...container }: PodSpec["containers"][number]): Raw => container;
  return { ...rest, containers: spec.containers.map(withoutImage), initContainers: (spec.initContainers ?? []).map(withoutImage) };
};
