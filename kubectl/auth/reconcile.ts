import { isSameJson } from "#core/canonical-json.ts";
import { uncoveredRules } from "#kube/objects/rule-cover.ts";
import type { PolicyRule, RoleBinding } from "#kube/types/cluster.ts";
import type { Manifest } from "../session/session.ts";

type RbacSubject = NonNullable<RoleBinding["subjects"]>[number];

/** Change that makes an RBAC object allow what a manifest allows. */
export interface Reconciled {
  readonly operation: "none" | "create" | "update" | "recreate";
  /** True: the existing object is annotated not to be changed. */
  readonly isProtected: boolean;
  /** The object after the change. */
  readonly object: Manifest;
  /** Lines for each kind of difference, in order. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares a role with the wanted one. */
export const reconcileRole = (existing: Manifest | undefined, wanted: Manifest, removesExtra: boolean): Reconciled => {
  if (existing === undefined) return created(wanted, rulesOf(wanted).map(ruleText));
  const merged = withMetadata(existing, wanted);
  const isAggregated = wanted["aggregationRule"] != null && existing["aggregationRule"] != null;
  const extra = isAggregated ? [] : uncoveredRules(rulesOf(wanted), rulesOf(existing));
  const missing = uncoveredRules(rulesOf(existing), rulesOf(wanted));
  const changed = changedList([rulesOf(existing), rulesOf(wanted)], { missing, extra }, removesExtra);
  const object = changed === undefined ? merged : ({ ...merged, rules: changed } as Manifest);
  return compared(existing, object, { added: missing.map(ruleText), removed: removesExtra ? extra.map(ruleText) : [] });
};

/** Compares a binding with the wanted one; another role requires a new binding. */
export const reconcileBinding = (existing: Manifest | undefined, wanted: Manifest, removesExtra: boolean): Reconciled => {
  if (existing === undefined) return created(wanted, subjectsOf(wanted).map(subjectText));
  if (!isSameJson(existing["roleRef"], wanted["roleRef"]))
    return { operation: "recreate", isProtected: isProtected(existing), object: wanted, added: [], removed: [] };
  const missing = without(subjectsOf(wanted), subjectsOf(existing));
  const extra = without(subjectsOf(existing), subjectsOf(wanted));
  const changed = changedList([subjectsOf(existing), subjectsOf(wanted)], { missing, extra }, removesExtra);
  const merged = withMetadata(existing, wanted);
  const object = changed === undefined ? merged : ({ ...merged, subjects: changed } as Manifest);
  return compared(existing, object, { added: missing.map(subjectText), removed: removesExtra ? extra.map(subjectText) : [] });
};

const rulesOf = (object: Manifest): readonly PolicyRule[] => (object["rules"] as readonly PolicyRule[] | null | undefined) ?? [];
const subjectsOf = (object: Manifest): readonly RbacSubject[] => (object["subjects"] as readonly RbacSubject[] | null | undefined) ?? [];

const isProtected = ({ metadata }: Manifest): boolean => metadata.annotations?.["rbac.authorization.kubernetes.io/autoupdate"] === "false";

const created = (object: Manifest, added: readonly string[]): Reconciled => ({
  operation: "create",
  isProtected: false,
  object,
  added,
  removed: [],
});

const compared = (existing: Manifest, object: Manifest, lines: Pick<Reconciled, "added" | "removed">): Reconciled => ({
  operation: isSameJson(existing, object) ? "none" : "update",
  isProtected: isProtected(existing),
  object,
  ...lines,
});

/** Merges labels and annotations; those of the existing object win. */
const withMetadata = (existing: Manifest, { metadata: { labels, annotations } }: Manifest): Manifest => ({
  ...existing,
  metadata: {
    ...existing.metadata,
    ...(labels && { labels: { ...labels, ...existing.metadata.labels } }),
    ...(annotations && { annotations: { ...annotations, ...existing.metadata.annotations } }),
  },
});

const changedList = <T>(
  [existing, wanted]: readonly [readonly T[], readonly T[]],
  { missing, extra }: { readonly missing: readonly T[]; readonly extra: readonly T[] },
  removesExtra: boolean,
): readonly T[] | undefined => {
  if (removesExtra) return missing.length + extra.length > 0 ? wanted : undefined;
  return missing.length > 0 ? [...existing, ...missing] : undefined;
};

const without = (list: readonly RbacSubject[], other: readonly RbacSubject[]): readonly RbacSubject[] => {
  const known = new Set(other.map(subjectText));
  return list.filter(
    (subject, at) => !known.has(subjectText(subject)) && list.findIndex((one) => subjectText(one) === subjectText(subject)) === at,
  );
};

const ruleText = ({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): string =>
  `{Verbs:[${verbs.join(" ")}] APIGroups:[${apiGroups.join(" ")}] Resources:[${resources.join(" ")}] ResourceNames:[${resourceNames.join(" ")}] NonResourceURLs:[${nonResourceURLs.join(" ")}]}`;

/** Text of a subject for comparison; without an API group it is a different subject. */
const subjectText = ({ kind, apiGroup, name, namespace }: RbacSubject): string =>
  `{Kind:${kind} APIGroup:${apiGroup ?? ""} Name:${name} Namespace:${namespace ?? ""}}`;
