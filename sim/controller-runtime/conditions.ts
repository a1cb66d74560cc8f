import { toTimestamp } from "#core/timestamp.ts";
import type { Condition } from "#kube/types/meta.ts";

/** The condition of a type. */
export const findCondition = (conditions: readonly Condition[] | undefined, type: string): Condition | undefined =>
  conditions?.find((condition) => condition.type === type);

/** True when the condition is there and True. */
export const isTrue = (conditions: readonly Condition[] | undefined, type: string): boolean =>
  findCondition(conditions, type)?.status === "True";

/** The list without conditions of a type. */
export const withoutCondition = (conditions: readonly Condition[], type: string): readonly Condition[] =>
  conditions.some((condition) => condition.type === type) ? conditions.filter((condition) => condition.type !== type) : conditions;

/**
 * Sets a condition as the workload controllers do: equal status and reason change nothing; else it moves to the end,
 * and its transition time is kept while the status stays.
 */
export const setCondition = (conditions: readonly Condition[], condition: Condition): readonly Condition[] => {
  const present = findCondition(conditions, condition.type);
  if (present !== undefined && present.status === condition.status && present.reason === condition.reason) return conditions;
  const kept = present?.status === condition.status ? { ...condition, ...transitionOf(present) } : condition;
  return [...conditions.filter(({ type }) => type !== condition.type), kept];
};

/** Sets a condition in place, changing the transition time only when the status changes; equal ones change nothing. */
export const replaceCondition = (conditions: readonly Condition[], condition: Condition): readonly Condition[] => {
  const index = conditions.findIndex(({ type }) => type === condition.type);
  const present = conditions[index];
  if (present === undefined) return [...conditions, condition];
  if (present.status === condition.status && present.reason === condition.reason && present.message === condition.message)
    return conditions;
  const next = present.status === condition.status ? { ...condition, ...transitionOf(present) } : condition;
  return conditions.map((other, i) => (i === index ? next : other));
};

/** A condition that changes now, with the update time that Deployments keep. */
export const conditionNow = (nowMs: number, condition: Pick<Condition, "type" | "status" | "reason" | "message">): Condition => {
  const now = toTimestamp(nowMs);
  const { type, status, ...texts } = condition;
  return { type, status, lastUpdateTime: now, lastTransitionTime: now, ...texts };
};

const transitionOf = ({ lastTransitionTime }: Condition): Partial<Condition> =>
  lastTransitionTime === undefined ? {} : { lastTransitionTime };
