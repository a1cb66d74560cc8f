import type { CheckedSpec } from "#kube/objects/pod-security/checked-pod.ts";
import { reasonText, violationsOf } from "#kube/objects/pod-security/evaluate-pod.ts";
import { compareLevels, type LevelVersion } from "#kube/objects/pod-security/policy.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../../kernel/world.ts";
import { listObjects } from "../../../store/store.ts";

/** Warnings about pods that violate a namespace's new level, when it becomes stricter. */
export const namespaceWarnings = (world: World, namespace: string, enforce: LevelVersion, before: LevelVersion): readonly string[] => {
  const isStricter = enforce.text !== before.text && (enforce.minor !== before.minor || compareLevels(enforce.level, before.level) > 0);
  if (!isStricter || enforce.level === "privileged") return [];
  const names = new Map<string, string[]>();
  for (const pod of listObjects<Pod>(world, "pods", namespace)) {
    const violations = violationsOf(enforce, pod.spec as unknown as CheckedSpec, pod.metadata.annotations);
    if (violations.length === 0) continue;
    const reason = reasonText(violations);
    names.set(reason, [...(names.get(reason) ?? []), pod.metadata.name]);
  }
  if (names.size === 0) return [];
  const lines = [...names].map(([reason, pods]) => `${pods[0]}${others(pods.length - 1)}: ${reason}`).sort();
  return [`existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${enforce.text}"`, ...lines];
};

const others = (count: number): string => {
  if (count === 0) return "";
  return count === 1 ? " (and 1 other pod)" : ` (and ${count} other pods)`;
};
