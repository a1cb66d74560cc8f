import { err, ok, type Result } from "#core/result.ts";
import type { LabelSelector, LabelSelectorRequirement } from "./types/meta.ts";

/** One condition on an object's labels; all of a list must hold. */
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
  return (
    labelsMatch(selector.matchLabels, labels) &&
    (selector.matchExpressions ?? []).every((requirement) => expressionHolds(requirement, labels))
  );
};

/** True when every pair of the map is among the labels, as Service selectors are read. */
export const labelsMatch = (wanted: Labels, labels: Labels): boolean => {
  for (const key in wanted) if (labels?.[key] !== wanted[key]) return false;
  return true;
};

/**
 * Parses the string form: `app=web,tier!=db,env in (a,b),rel notin (c),key,!gone`.
 *
 * @returns the requirements, or what the API server says about the text
 */
export const parseLabelSelector = (text: string): Result<readonly LabelRequirement[], string> => {
  const requirements: LabelRequirement[] = [];
  for (const part of splitRequirements(text)) {
    const requirement = parseRequirement(part);
    if (typeof requirement === "string") return err(requirement);
    requirements.push(requirement);
  }
  return ok(requirements);
};

/** True when all requirements hold. */
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

/** Splits at commas that are in no parentheses. */
const splitRequirements = (text: string): readonly string[] => {
  if (text.trim() === "") return [];
  return text.split(/,(?![^(]*\))/).map((part) => part.trim());
};

const parseRequirement = (part: string): LabelRequirement | string => {
  const negated = /^!\s*([^\s=!<>,()]+)$/.exec(part);
  if (negated !== null) return checked(negated[1] as string, "!", []);
  const set = /^([^\s=!<>,()]+)\s+(in|notin)\s*\(([^()]*)\)$/.exec(part);
  if (set !== null) return checked(set[1] as string, set[2] as "in" | "notin", splitValues(set[3] as string));
  const compared = /^([^\s=!<>,()]+)\s*(==|=|!=|>|<)\s*([^\s=!<>,()]*)$/.exec(part);
  if (compared !== null) return checked(compared[1] as string, OPERATORS[compared[2] as string] ?? "=", [compared[3] as string]);
  if (/^[^\s=!<>,()]+$/.test(part)) return checked(part, "exists", []);
  return unparsable(part);
};

const OPERATORS: Readonly<Record<string, LabelRequirement["operator"]>> = { "=": "=", "==": "=", "!=": "!=", ">": ">", "<": "<" };

const checked = (key: string, operator: LabelRequirement["operator"], values: readonly string[]): LabelRequirement | string => {
  if (!isLabelKey(key)) return `unable to parse requirement: <nil>: Invalid value: ${JSON.stringify(key)}: ${LABEL_KEY_DETAIL}`;
  const bad = values.find((value) => !isLabelValue(value));
  if (bad !== undefined) {
    const index = operator === "in" || operator === "notin" ? `values[${values.indexOf(bad)}][${key}]` : `values[0][${key}]`;
    return `unable to parse requirement: ${index}: Invalid value: ${JSON.stringify(bad)}: ${LABEL_VALUE_DETAIL}`;
  }
  if ((operator === ">" || operator === "<") && !INTEGER.test(values[0] ?? "")) {
    return `unable to parse requirement: values[0][${key}]: Invalid value: ${JSON.stringify(values[0])}: for 'Gt', 'Lt' operators, the value must be an integer`;
  }
  return { key, operator, values: [...new Set(values)].sort() };
};

/** The words of the API server's lexer for the forms that its users meet. */
const unparsable = (part: string): string => {
  const missingKey = /^(==|=|!=|>|<|\(|\))/.exec(part);
  if (part === "" || missingKey !== null) {
    return `unable to parse requirement: found '${missingKey?.[0] ?? ""}', expected: !, identifier, or 'end of string'`;
  }
  const after = /^[^\s=!<>,()]+\s+(\S+)/.exec(part);
  if (after !== null && !/^(in|notin|=|==|!=|>|<)$/.test(after[1] as string)) {
    return `unable to parse requirement: found '${after[1]}', expected: in, notin, =, ==, !=, gt, lt`;
  }
  const extra = /^[^\s=!<>,()]+\s*(?:==|=|!=)\s*[^\s=!<>,()]*\s*(\S+)/.exec(part);
  return `unable to parse requirement: found '${extra?.[1] ?? part}', expected: ',' or 'end of string'`;
};

const splitValues = (text: string): readonly string[] => text.split(",").map((value) => value.trim());

const INTEGER = /^[+-]?[0-9]+$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const LABEL_NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const LABEL_VALUE_DETAIL =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const LABEL_KEY_DETAIL =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** True for a well-formed label value of at most 63 characters. */
export const isLabelValue = (value: string): boolean => value.length <= 63 && LABEL_VALUE.test(value);

/** True for a well-formed label or annotation key: a name of at most 63 characters, perhaps after a DNS prefix and `/`. */
export const isLabelKey = (key: string): boolean => {
  const slash = key.indexOf("/");
  const name = key.slice(slash + 1);
  if (name.length > 63 || !LABEL_NAME.test(name)) return false;
  return slash === -1 || (slash <= 253 && DNS_SUBDOMAIN.test(key.slice(0, slash)));
};
