import type { PolicyRule } from "../types/cluster.ts";

/** Lists the wanted RBAC rules that the given ones do not allow, each with one verb, one group, one resource and at most one name. */
export const uncoveredRules = (given: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] =>
  wanted.flatMap(singleRules).filter((rule) => !given.some((owner) => covers(owner, rule)));

/** Splits rules into single ones; roles in manifests may lack fields that validation requires. */
const singleRules = ({
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
  verbs = [],
}: Partial<PolicyRule>): readonly PolicyRule[] => [
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

const covers = (owner: Partial<PolicyRule>, rule: PolicyRule): boolean =>
  hasEach(owner.verbs, rule.verbs) &&
  hasEach(owner.apiGroups, rule.apiGroups) &&
  (rule.resources ?? []).every((resource) => coversResource(owner.resources ?? [], resource)) &&
  (rule.nonResourceURLs ?? []).every((url) => (owner.nonResourceURLs ?? []).some((path) => coversUrl(path, url))) &&
  coversNames(owner.resourceNames ?? [], rule.resourceNames ?? []);

const hasEach = (owned: readonly string[] = [], wanted: readonly string[] = []): boolean =>
  owned.includes("*") || wanted.every((item) => owned.includes(item));

/** True if the rules cover a resource; `*\/scale` covers the subresource scale of every resource. */
const coversResource = (owned: readonly string[], resource: string): boolean => {
  if (owned.includes("*") || owned.includes(resource)) return true;
  const slash = resource.indexOf("/");
  return slash !== -1 && owned.includes(`*${resource.slice(slash)}`);
};

const coversUrl = (owned: string, url: string): boolean =>
  owned === url || (owned.endsWith("*") && url.startsWith(owned.replace(/\*+$/, "")));

const coversNames = (owned: readonly string[], names: readonly string[]): boolean =>
  owned.length === 0 || (names.length > 0 && names.every((name) => owned.includes(name)));
