import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/**
 * Completes a repair that changes the template of a StatefulSet: its pods are deleted.
 *
 * A StatefulSet waits until a pod of the old template is ready before it goes on to the new one; a broken one never is, so that the repair
 * comes into force only when somebody deletes it (https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#forced-rollback).
 */
export const freeStatefulPods = (calls: readonly ToolCall[], baseline: Baseline): readonly ToolCall[] => [
  ...calls,
  ...[...new Set(calls.flatMap(changedSet))].map((target) => kubectl(`delete pods -l ${selectorOf(baseline, target)}`)),
];

/** The StatefulSet whose template a call changes where it is; none for other calls. */
const changedSet = ({ arguments: { command, stdin } }: ToolCall): readonly string[] => {
  const named = IN_PLACE.exec(`${command}`)?.[1];
  if (named !== undefined) return [named];
  if (stdin === undefined || !BY_MANIFEST.test(`${command}`)) return [];
  const { kind, metadata } = JSON.parse(`${stdin}`) as KubeObject;
  return kind === "StatefulSet" ? [`statefulset/${metadata.name}`] : [];
};

const IN_PLACE = /^(?:patch|set \w+|rollout (?:undo|restart)) (statefulset\/\S+)/;
const BY_MANIFEST = /^(?:apply|replace) -f -/;

const selectorOf = (baseline: Baseline, target: string): string =>
  Object.entries(baselineWorkload(baseline, target).spec.selector.matchLabels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
