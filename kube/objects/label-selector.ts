import type { LabelSelector, LabelSelectorRequirement } from "../types/meta.ts";

/** One requirement on an object's labels; a list of them is joined by AND. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: "=" | "!=" | "in" | "notin" | "exists" | "!" | ">" | "<";
  /** Sorted; empty for `exists` and `!`. */
  readonly values: readonly string[];
}

type Labels = Readonly<Record<string, string>> | undefined;

/**
 * True when an object with these labels is selected by a LabelSelector object.
 *
 * An empty selector selects everything, a missing one nothing.
 */
export const matchesLabelSelector = (selector: LabelSelector | undefined | null, labels: Labels): boolean => {
  if (selector === undefined || selector === null) return false;
  const { matchLabels, matchExpressions } = selector;
  if (!labelsMatch(matchLabels, labels)) return false;
  return matchExpressions === undefined || matchExpressions.every((requirement) => expressionHolds(requirement, labels));
};

/** True if the labels contain every pair of the map, the rule for Service selectors. */
export const labelsMatch = (wanted: Labels, labels: Labels): boolean => {
  for (const key in wanted) if (labels?.[key] !== wanted[key]) return false;
  return true;
};

/** True if all requirements hold. */
export const requirementsMatch = (requirements: readonly LabelRequirement[], labels: Labels): boolean =>
  requirements.every((requirement) => requirementHolds(requirement, labels));

/** Renders a LabelSelector object as the API's string form (`app=web,env in (a,b)`), keys sorted. */
export const formatLabelSelector = (selector: LabelSelector | undefined): string => {
  const labels = selector?.matchLabels ?? {};
  const pairs = Object.keys(labels).map((key) => [key, `${key}=${labels[key]}`] as const);
  const expressions = (selector?.matchExpressions ?? []).map((expression) => [expression.key, formatExpression(expression)] as const);
  return [...pairs, ...expressions]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, text]) => text)
    .join(",");
};

const expressionHolds = ({ key, operator, values = [] }: LabelSelectorRequirement, labels: Labels): boolean => {
  const value = labels?.[key];
  if (operator === "Exists") return value !== undefined;
  if (operator === "DoesNotExist") return value === undefined;
  if (operator === "In") return value !== undefined && values.includes(value);
  return value === undefined || !values.includes(value);
};

const requirementHolds = ({ key, operator, values }: LabelRequirement, labels: Labels): boolean => {
  const value = labels?.[key];
  switch (operator) {
    case "exists":
      return value !== undefined;
    case "!":
      return value === undefined;
    case "=":
    case "in":
      return value !== undefined && values.includes(value);
    case "!=":
    case "notin":
      return value === undefined || !values.includes(value);
    default:
      return value !== undefined && comparesAs(operator, value, values[0] as string);
  }
};

const comparesAs = (operator: ">" | "<", value: string, bound: string): boolean => {
  if (!INTEGER.test(value)) return false;
  return operator === ">" ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound);
};

const formatExpression = ({ key, operator, values = [] }: LabelSelectorRequirement): string => {
  if (operator === "Exists") return key;
  if (operator === "DoesNotExist") return `!${key}`;
  return `${key} ${operator === "In" ? "in" : "notin"} (${[...values].sort().join(",")})`;
};

const INTEGER = /^[+-]?[0-9]+$/;
