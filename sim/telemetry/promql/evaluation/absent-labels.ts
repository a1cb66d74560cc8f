import { type Labels, METRIC_NAME, makeLabels } from "../labels.ts";
import type { Expr } from "../syntax/expr.ts";

/** The labels that a selector's equality matchers fix, each named once. */
export const absentLabels = (expr: Expr): Labels => {
  const selector = expr.kind === "range" ? expr.selector : expr;
  if (selector.kind !== "selector") return {};
  const { matchers } = selector;
  const fixed = matchers.filter(
    ({ name, op }) => op === "=" && name !== METRIC_NAME && matchers.filter((other) => other.name === name).length === 1,
  );
  return makeLabels(fixed.map(({ name, value }) => [name, value]));
};
