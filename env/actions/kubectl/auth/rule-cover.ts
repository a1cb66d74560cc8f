import type { PolicyRule } from "#kube/types/cluster.ts";

/** What of the wanted rules the given ones do not allow, each with one verb, resource and name. */
export const uncoveredRules = (given: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] =>
  wanted.flatMap(singleRules).filter((rule) => !given.some((owner) => covers(owner, rule)));

const singleRules = ({
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
  verbs,
}: PolicyRule): readonly PolicyRule[] => [
  ...apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb): readonly PolicyRule[] => {
        const rule = { verbs: [verb], apiGroups: [group], resources: [resource] };
        return resourceNames.length === 0 ? [rule] : resourceNames.map((name) => ({ ...rule, resourceNames: [name] }));
      }),
    ),
  ),
  ...nonResourceURLs.flatMap((url) => verbs.map((verb): PolicyRule => ({ verbs: [verb], nonResourceURLs: [url] }))),
];

const hasAll = (owned: readonly string[] = [], wanted: readonly string[] = []): boolean => wanted.every((item) => owned.includes(item));

const covers = (owner: PolicyRule, rule: PolicyRule): boolean =>
  (owner.verbs.includes("*") || hasAll(owner.verbs, rule.verbs)) &&
  (owner.apiGroups?.includes("*") === true || hasAll(owner.apiGroups, rule.apiGroups)) &&
  (rule.resources ?? []).every((resource) => coversResource(owner.resources ?? [], resource)) &&
  (rule.nonResourceURLs ?? []).every((url) => (owner.nonResourceURLs ?? []).some((path) => coversUrl(path, url))) &&
  ((owner.resourceNames ?? []).length === 0 || ((rule.resourceNames ?? []).length > 0 && hasAll(owner.resourceNames, rule.resourceNames)));

const coversResource = (owned: readonly string[], resource: string): boolean => {
  if (owned.includes("*") || owned.includes(resource)) return true;
  const slash = resource.indexOf("/");
  return slash !== -1 && owned.includes(`*${resource.slice(slash)}`);
};

const coversUrl = (owned: string, url: string): boolean =>
  owned === url || (owned.endsWith("*") && url.startsWith(owned.replace(/\*+$/, "")));
