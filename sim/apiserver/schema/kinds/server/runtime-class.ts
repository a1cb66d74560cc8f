import { labelProblems } from "#kube/objects/names.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Toleration } from "#kube/types/placement.ts";
import { duplicate, inOrder, invalidEach } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { immutable } from "../../validation/immutable.ts";
import { validateLabels } from "../../validation/metadata.ts";
import { validateResources } from "../../validation/resource-amounts.ts";
import { validateToleration } from "../../validation/toleration.ts";

/** `node.k8s.io/v1 RuntimeClass`. */
export interface RuntimeClass extends KubeObject {
  readonly handler?: string;
  readonly overhead?: { readonly podFixed?: Readonly<Record<string, string>> };
  readonly scheduling?: { readonly nodeSelector?: Readonly<Record<string, string>>; readonly tolerations?: readonly Toleration[] };
}

/** Strategy of RuntimeClasses: the handler of a container runtime, and its overhead. */
export const runtimeClassKind = defineKind<RuntimeClass>({
  requiresResourceVersion: true,
  createsOnUpdate: true,
  validate: ({ handler = "", overhead, scheduling }, errors) => {
    errors.push(...invalidEach("handler", handler, labelProblems(handler)));
    // Told as if it were what a container may use at most.
    if (overhead !== undefined) validateResources({ limits: overhead.podFixed ?? {} }, "overhead", errors);
    if (scheduling?.nodeSelector !== undefined) validateLabels(scheduling.nodeSelector, "scheduling.nodeSelector", errors);
    const tolerations = scheduling?.tolerations ?? [];
    for (const [i, toleration] of tolerations.entries()) validateToleration(toleration, `scheduling.tolerations[${i}]`, errors);
    const keys = tolerations.map(({ key, operator, value, effect }) => JSON.stringify([key, operator, value, effect]));
    tolerations.forEach((toleration, i) => {
      if (keys.indexOf(keys[i] as string) < i) errors.push(duplicate(`scheduling.tolerations[${i}]`, inOrder(insideOf(toleration))));
    });
  },
  validateUpdate: ({ handler }, old, errors) => immutable(handler, old.handler, "handler", errors),
});

/** Internal form of a toleration: all members, under Go's names. */
const insideOf = ({ key = "", operator, value = "", effect, tolerationSeconds }: Toleration): object => ({
  Key: key,
  Operator: operator ?? "",
  Value: value,
  Effect: effect ?? "",
  TolerationSeconds: tolerationSeconds ?? null,
});
