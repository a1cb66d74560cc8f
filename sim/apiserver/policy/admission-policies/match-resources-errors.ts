import { pathSegmentProblems } from "#kube/objects/names.ts";
import { duplicate, type FieldError, invalidEach, unsupported } from "../../schema/field-error.ts";
import { validateLabelSelector } from "../../schema/validation/label-selector.ts";
import { ruleErrors } from "../webhooks/rule-errors.ts";
import type { MatchResources } from "./policy.ts";

/** Field errors of the resources that a policy or its binding matches. */
export const matchResourcesErrors = (resources: MatchResources, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const { matchPolicy = "", namespaceSelector, objectSelector, resourceRules = [], excludeResourceRules = [] } = resources;
  if (!MATCH_POLICIES.includes(matchPolicy)) errors.push(unsupported(`${path}.matchPolicy`, matchPolicy, MATCH_POLICIES));
  if (namespaceSelector !== undefined) validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`, errors);
  if (objectSelector !== undefined) validateLabelSelector(objectSelector, `${path}.objectSelector`, errors);
  for (const [i, rule] of resourceRules.entries()) errors.push(...namedRuleErrors(rule, `${path}.resourceRules[${i}]`));
  for (const [i, rule] of excludeResourceRules.entries()) errors.push(...namedRuleErrors(rule, `${path}.excludeResourceRules[${i}]`));
  return errors;
};

const MATCH_POLICIES = ["Equivalent", "Exact"];

type NamedRule = NonNullable<MatchResources["resourceRules"]>[number];

const namedRuleErrors = (rule: NamedRule, path: string): readonly FieldError[] => {
  const names = rule.resourceNames ?? [];
  const ofNames = names.flatMap((name, i) => {
    const place = `${path}.resourceNames[${i}]`;
    const twin = names.indexOf(name) < i ? [duplicate(place, name)] : [];
    return [...invalidEach(place, name, pathSegmentProblems(name)), ...twin];
  });
  return [...ofNames, ...ruleErrors(rule, path)];
};
