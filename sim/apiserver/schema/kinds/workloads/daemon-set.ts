import { isSameJson } from "#core/canonical-json.ts";
import type { DaemonSet } from "#kube/types/workloads.ts";
import { type FieldError, inOrder, invalidValue, required, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { amountOf, atLeastZero, atMostAll, positiveOrPercent } from "../../validation/amounts.ts";
import { immutable } from "../../validation/immutable.ts";
import { warnAboutTemplate } from "../../warnings/workload-warnings.ts";
import { shownRolling } from "./shown-rolling.ts";
import { validateSelector, validateTemplate } from "./workload-template.ts";

/** DaemonSets: a pod on each node. */
export const daemonSetKind = defineKind<DaemonSet>({
  hasGeneration: true,
  hasStatus: true,
  warn: warnAboutTemplate,
  prepareCreate: (daemonSet) => withTemplateGeneration(daemonSet, 1),
  prepareUpdate: (daemonSet, old) => {
    const before = Number(old.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
    return withTemplateGeneration(daemonSet, isSameJson(daemonSet.spec.template, old.spec.template) ? before : before + 1);
  },
  validate: ({ spec }, errors) => {
    if (spec.selector !== undefined) validateSelector(spec.selector, "daemonset", errors);
    validateTemplate(spec, errors, "DaemonSet");
    atLeastZero(spec.minReadySeconds, "spec.minReadySeconds", errors);
    validateDaemonUpdates(spec.updateStrategy, errors);
    atLeastZero(spec.revisionHistoryLimit, "spec.revisionHistoryLimit", errors);
  },
  // What may not change is told before what is wrong with the new spec.
  validateUpdate: ({ spec }, old, errors) => {
    const fixed: FieldError[] = [];
    immutable(spec.selector, old.spec.selector, "spec.selector", fixed);
    errors.unshift(...fixed);
  },
});

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

const withTemplateGeneration = (daemonSet: DaemonSet, generation: number): DaemonSet => {
  const annotations = { ...daemonSet.metadata.annotations, [TEMPLATE_GENERATION]: `${generation}` };
  return { ...daemonSet, metadata: { ...daemonSet.metadata, annotations } };
};

const validateDaemonUpdates = (strategy: DaemonSet["spec"]["updateStrategy"], errors: FieldError[]): void => {
  const path = "spec.updateStrategy";
  const { type = "", rollingUpdate: rolling } = strategy ?? {};
  if (type === "OnDelete") return;
  if (type !== "RollingUpdate") {
    const shown = inOrder({ Type: type, RollingUpdate: rolling === undefined ? null : shownRolling(rolling) });
    return void errors.push(unsupported(path, shown, ["RollingUpdate", "OnDelete"]));
  }
  if (rolling === undefined) return void errors.push(required(`${path}.rollingUpdate`));
  const { maxUnavailable = 0, maxSurge = 0 } = rolling;
  const place = `${path}.rollingUpdate`;
  positiveOrPercent(maxUnavailable, `${place}.maxUnavailable`, errors);
  positiveOrPercent(maxSurge, `${place}.maxSurge`, errors);
  atMostAll(maxUnavailable, `${place}.maxUnavailable`, errors);
  atMostAll(maxSurge, `${place}.maxSurge`, errors);
  const [away, more] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  if (away && more) errors.push(invalidValue(`${place}.maxSurge`, maxSurge, "may not be set when maxUnavailable is non-zero"));
  if (!away && !more) errors.push(required(`${place}.maxUnavailable`, "cannot be 0 when maxSurge is 0"));
};
