import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { KubeObject, LabelSelector } from "#kube/types/meta.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import { type FieldError, forbiddenField, invalidValue, required, unsupported } from "../../field-error.ts";
import { validateLabelSelector } from "../../validation/label-selector.ts";
import { validatePodTemplate } from "../../validation/pod-spec.ts";

/** Workload with a pod template. */
export interface Workload extends KubeObject {
  readonly spec: { readonly selector?: LabelSelector; readonly template?: PodTemplateSpec };
}

/** Adds errors for a selector that is missing, malformed or empty. */
export const validateSelector = (selector: LabelSelector | undefined, kind: string, errors: FieldError[]): void => {
  if (selector === undefined) return void errors.push(required("spec.selector"));
  validateLabelSelector(selector, "spec.selector", errors);
  if (isEmpty(selector)) errors.push(invalidValue("spec.selector", selector, `empty selector is invalid for ${kind}`));
};

const isEmpty = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean =>
  Object.keys(matchLabels).length + matchExpressions.length === 0;

/** Adds errors for a template that its owner could not use: other labels than the selector wants, pods that end. */
export const validateTemplate = ({ selector, template }: Workload["spec"], errors: FieldError[], kind = "ReplicaSet"): void => {
  const isReadable = selector === undefined || isReadableSelector(selector);
  const blame = UNREADABLE[kind];
  if (!isReadable && blame !== undefined) return void errors.push(invalidValue("spec.selector", selector, blame));
  if (template === undefined) return void errors.push(required("spec.template"));
  const labels = template.metadata?.labels ?? {};
  if (isReadable && !matchesLabelSelector(selector, labels)) {
    errors.push(invalidValue("spec.template.metadata.labels", template.metadata?.labels, "`selector` does not match template `labels`"));
  }
  validatePodTemplate(template, "spec.template", errors);
  const { restartPolicy, activeDeadlineSeconds } = template.spec;
  if (restartPolicy !== "Always") errors.push(unsupported("spec.template.spec.restartPolicy", restartPolicy, ["Always"]));
  if (activeDeadlineSeconds !== undefined) {
    errors.push(forbiddenField("spec.template.spec.activeDeadlineSeconds", `activeDeadlineSeconds in ${kind} is not Supported`));
  }
};

/** Owners that skip the check of the template against an invalid selector, with the error that they report. */
const UNREADABLE: Readonly<Record<string, string>> = { ReplicaSet: "invalid label selector", StatefulSet: "" };

const isReadableSelector = (selector: LabelSelector): boolean => {
  const errors: FieldError[] = [];
  validateLabelSelector(selector, "", errors);
  return errors.length === 0;
};
