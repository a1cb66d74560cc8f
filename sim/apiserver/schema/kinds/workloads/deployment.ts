import type { Deployment } from "#kube/types/workloads.ts";
import { type FieldError, forbiddenField, inOrder, invalidValue, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { amountOf, atLeastZero, atMostAll, positiveOrPercent } from "../../validation/amounts.ts";
import { immutable } from "../../validation/immutable.ts";
import { warnAboutNamesake } from "../../warnings/workload-warnings.ts";
import { shownRolling } from "./shown-rolling.ts";
import { validateSelector, validateTemplate } from "./workload-template.ts";

/** Deployments: replica sets in turn, by a strategy that lets some pods stand. */
export const deploymentKind = defineKind<Deployment>({
  hasGeneration: true,
  countsAnnotations: true,
  hasStatus: true,
  warn: warnAboutNamesake,
  validate: ({ spec }, errors) => {
    atLeastZero(spec.replicas, "spec.replicas", errors);
    validateSelector(spec.selector, "deployment", errors);
    validateTemplate(spec, errors);
    validateStrategy(spec.strategy, errors);
    atLeastZero(spec.minReadySeconds, "spec.minReadySeconds", errors);
    atLeastZero(spec.revisionHistoryLimit, "spec.revisionHistoryLimit", errors);
    atLeastZero(spec.progressDeadlineSeconds, "spec.progressDeadlineSeconds", errors);
    if (spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds <= (spec.minReadySeconds ?? 0)) {
      errors.push(invalidValue("spec.progressDeadlineSeconds", spec.progressDeadlineSeconds, "must be greater than minReadySeconds"));
    }
  },
  validateUpdate: (workload, old, errors) => immutable(workload.spec.selector, old.spec.selector, "spec.selector", errors),
  validateStatus: ({ status = {} }, errors) => validateStatus(status, errors),
});

const validateStatus = (status: NonNullable<Deployment["status"]>, errors: FieldError[]): void => {
  for (const member of STATUS_COUNTS) atLeastZero(status[member], `status.${member}`, errors);
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  for (const member of ["updatedReplicas", "readyReplicas", "availableReplicas"] as const)
    if ((status[member] ?? 0) > replicas)
      errors.push(invalidValue(`status.${member}`, status[member] ?? 0, "cannot be greater than status.replicas"));
  if (availableReplicas > readyReplicas)
    errors.push(invalidValue("status.availableReplicas", availableReplicas, "cannot be greater than readyReplicas"));
};

const STATUS_COUNTS = ["observedGeneration", "replicas", "updatedReplicas", "readyReplicas", "availableReplicas"] as const;

const validateStrategy = (strategy: Deployment["spec"]["strategy"], errors: FieldError[]): void => {
  const path = "spec.strategy";
  const rolling = strategy?.rollingUpdate;
  if (strategy?.type === "Recreate") {
    if (rolling !== undefined)
      errors.push(forbiddenField(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'"));
    return;
  }
  if (strategy?.type !== "RollingUpdate") {
    const shown = { Type: strategy?.type ?? "", RollingUpdate: rolling === undefined ? null : shownRolling(rolling) };
    errors.push(unsupported(path, inOrder(shown), ["Recreate", "RollingUpdate"]));
    return;
  }
  const { maxUnavailable = 0, maxSurge = 0 } = rolling ?? {};
  positiveOrPercent(maxUnavailable, `${path}.rollingUpdate.maxUnavailable`, errors);
  positiveOrPercent(maxSurge, `${path}.rollingUpdate.maxSurge`, errors);
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    errors.push(invalidValue(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable, "may not be 0 when `maxSurge` is 0"));
  }
  atMostAll(maxUnavailable, `${path}.rollingUpdate.maxUnavailable`, errors);
};
