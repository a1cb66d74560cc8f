import type { LabelRequirement } from "#kube/objects/label-selector.ts";
import { parseLabelSelector } from "#kube/objects/parse-label-selector.ts";
import type { LabelSelector } from "#kube/types/meta.ts";
import { CommandFailure } from "../session/errors.ts";

/**
 * Parses `app=web,tier in (a,b)` as a LabelSelector object.
 *
 * @throws CommandFailure in kubectl's words
 */
export const labelSelectorOf = (text: string): LabelSelector => {
  const parsed = parseLabelSelector(text);
  if (!parsed.ok) throw new CommandFailure(`couldn't parse the selector string "${text}": ${parsed.error}`);
  const equal = parsed.value.filter(({ operator }) => operator === "=");
  const others = parsed.value.filter(({ operator }) => operator !== "=");
  return {
    ...(equal.length > 0 && { matchLabels: Object.fromEntries(equal.map(({ key, values }) => [key, values[0] as string])) }),
    ...(others.length > 0 && { matchExpressions: others.map(expressionOf) }),
  };
};

const OPERATORS = { in: "In", notin: "NotIn", exists: "Exists", "!": "DoesNotExist" } as const;

const expressionOf = ({ key, operator, values }: LabelRequirement): NonNullable<LabelSelector["matchExpressions"]>[number] => {
  if (operator === ">" || operator === "<")
    throw new CommandFailure(`${JSON.stringify(operator === ">" ? "gt" : "lt")} isn't supported in label selectors`);
  if (operator === "!=" || operator === "=") throw new CommandFailure(`${JSON.stringify(operator)} is not a valid label selector operator`);
  return { key, operator: OPERATORS[operator], ...(values.length > 0 && { values: [...values] }) };
};
