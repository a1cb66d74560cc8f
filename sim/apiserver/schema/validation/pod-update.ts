import { isSameJson } from "#core/canonical-json.ts";
import type { Pod, PodSpec } from "#kube/types/pod.ts";
import { type FieldError, forbiddenField, invalidValue } from "../field-error.ts";
import type { RequestContext } from "../kind-strategy.ts";
import { validateEphemeralUpdate } from "./ephemeral-containers.ts";
import { goUnifiedDiff } from "./go-unified-diff.ts";
import { internalPodText } from "./internal-pod.ts";
import { validatePodResize } from "./pod-resize.ts";

/** Checks what an update changes of a pod: nearly all of its spec is fixed. */
export const validatePodUpdate = (pod: Pod, old: Pod, errors: FieldError[], { subresource }: RequestContext): void => {
  if (pod.spec === old.spec) return;
  if (subresource === "ephemeralcontainers") return validateEphemeralUpdate(pod.spec, old.spec, errors);
  if (subresource === "resize") return validatePodResize(pod, old, errors);
  const lengths = (["containers", "initContainers"] as const).filter(
    (list) => (pod.spec[list] ?? []).length !== (old.spec[list] ?? []).length,
  );
  if (lengths.length > 0) {
    for (const list of lengths) errors.push(forbiddenField(`spec.${list}`, "pod updates may not add or remove containers"));
    return;
  }
  if (!mayFollow(pod.spec.activeDeadlineSeconds, old.spec.activeDeadlineSeconds, errors)) return;
  validateTolerations(pod.spec, old.spec, errors);
  validateGates(pod.spec, old.spec, errors);
  const wanted = withFreePartsOf(pod.spec, old.spec);
  if (!isSameJson(wanted, old.spec))
    errors.push(forbiddenField("spec", `${DETAIL}\n${goUnifiedDiff(internalPodText(old.spec), internalPodText(wanted))}`));
};

const DETAIL =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** New spec with its mutable parts as they were before. */
const withFreePartsOf = (spec: PodSpec, old: PodSpec): PodSpec => {
  const { activeDeadlineSeconds: _deadline, tolerations: _tolerations, schedulingGates: _gates, ...rest } = spec;
  const { activeDeadlineSeconds, tolerations, schedulingGates } = old;
  const kept = { activeDeadlineSeconds, tolerations, schedulingGates };
  const withImages = (list: "containers" | "initContainers") =>
    (spec[list] ?? []).map((container, i) => ({ ...container, image: old[list]?.[i]?.image }));
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    containers: withImages("containers"),
    ...(spec.initContainers !== undefined && { initContainers: withImages("initContainers") }),
  } as PodSpec;
};

const INT32_MAX = 2_147_483_647;

/** Validates a change of the deadline, which may only be shortened; false when no other error may follow. */
const mayFollow = (after: number | undefined, before: number | undefined, errors: FieldError[]): boolean => {
  const field = "spec.activeDeadlineSeconds";
  if (before !== undefined && after === undefined)
    errors.push(invalidValue(field, null, "must not update from a positive integer to nil value"));
  if (after !== undefined && (after < 0 || after > INT32_MAX)) {
    errors.push(invalidValue(field, after, `must be between 0 and ${INT32_MAX}, inclusive`));
    return false;
  }
  if (before === undefined || after === undefined || after <= before) return true;
  errors.push(invalidValue(field, after, "must be less than or equal to previous value"));
  return false;
};

const validateTolerations = (spec: PodSpec, old: PodSpec, errors: FieldError[]): void => {
  const kept = (old.tolerations ?? []).every((before) => (spec.tolerations ?? []).some((after) => isSameJson(before, after)));
  if (kept) return;
  const detail = "existing toleration can not be modified except its tolerationSeconds";
  errors.push(forbiddenField("spec.tolerations", detail));
};

/** Validates that scheduling gates are removed only. */
const validateGates = (spec: PodSpec, old: PodSpec, errors: FieldError[]): void => {
  const known = new Set((old.schedulingGates ?? []).map(({ name }) => name));
  (spec.schedulingGates ?? []).forEach(({ name }, i) => {
    if (!known.has(name))
      errors.push(forbiddenField(`spec.schedulingGates[${i}].name`, `only deletion is allowed, but found new scheduling gate '${name}'`));
  });
};
