import { toTimestamp } from "#core/timestamp.ts";
import type { Condition, KubeObject } from "#kube/types/meta.ts";
import { replaceCondition } from "../../controller-runtime/conditions.ts";

/** Remaining objects of a resource in a namespace that is being deleted. */
export interface Remaining {
  /** `pods`, `deployments.apps`. */
  readonly resource: string;
  readonly objects: readonly KubeObject[];
}

/** Findings of one sync of a namespace that is being deleted. */
export interface Findings {
  readonly remaining: readonly Remaining[];
  /** Errors of failed deletions. */
  readonly failures: readonly string[];
  /** Group versions whose server did not say what it has, sorted. */
  readonly undiscovered: readonly string[];
}

/** The conditions of a namespace after a look; each of the five is always there. */
export const namespaceConditions = (before: readonly Condition[], findings: Findings, nowMs: number): readonly Condition[] => {
  const bad = badConditions(findings);
  let conditions = before;
  for (const [type, reason, message] of GOOD) {
    const found = bad.get(type);
    const texts = found === undefined ? { status: "False", reason, message } : { status: "True", ...found };
    conditions = replaceCondition(conditions, { type, lastTransitionTime: toTimestamp(nowMs), ...texts } as Condition);
  }
  return conditions;
};

const GOOD = [
  ["NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered"],
  ["NamespaceDeletionGroupVersionParsingFailure", "ParsedGroupVersions", "All legacy kube types successfully parsed"],
  ["NamespaceDeletionContentFailure", "ContentDeleted", "All content successfully deleted, may be waiting on finalization"],
  ["NamespaceContentRemaining", "ContentRemoved", "All content successfully removed"],
  ["NamespaceFinalizersRemaining", "ContentHasNoFinalizers", "All content-preserving finalizers finished"],
] as const;

const badConditions = ({ remaining, failures, undiscovered }: Findings): ReadonlyMap<string, Pick<Condition, "reason" | "message">> => {
  const bad = new Map<string, Pick<Condition, "reason" | "message">>();
  if (undiscovered.length > 0)
    bad.set("NamespaceDeletionDiscoveryFailure", {
      reason: "DiscoveryFailed",
      message: `Discovery failed for some groups, ${undiscovered.length} failing: unable to retrieve the complete list of server APIs: ${undiscovered.map((one) => `${one}: stale GroupVersion discovery: ${one}`).join(", ")}`,
    });
  if (failures.length > 0)
    bad.set("NamespaceDeletionContentFailure", {
      reason: "ContentDeletionFailed",
      message: `Failed to delete all resource types, ${failures.length} remaining: ${[...failures].sort().join(", ")}`,
    });
  const resources = remaining.map(({ resource, objects }) => `${dottedName(resource)} has ${objects.length} resource instances`);
  if (resources.length > 0)
    bad.set("NamespaceContentRemaining", {
      reason: "SomeResourcesRemain",
      message: `Some resources are remaining: ${resources.sort().join(", ")}`,
    });
  const held = finalizersOf(remaining);
  if (held.length > 0)
    bad.set("NamespaceFinalizersRemaining", {
      reason: "SomeFinalizersRemain",
      message: `Some content in the namespace has finalizers remaining: ${held.join(", ")}`,
    });
  return bad;
};

const finalizersOf = (remaining: readonly Remaining[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { objects } of remaining)
    for (const { metadata } of objects)
      for (const finalizer of metadata.finalizers ?? []) counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  return [...counts].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`).sort();
};

/** `pods.` for the core group, as the API server writes group resources. */
const dottedName = (resource: string): string => (resource.includes(".") ? resource : `${resource}.`);
