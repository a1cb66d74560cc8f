import { keepFor } from "#core/keep-for.ts";
import { dropName, type Labels, labelsKey, makeLabels } from "../promql/labels.ts";
import type { Sample } from "../promql/value.ts";
import type { AlertRule } from "./alert-rules.ts";

/** One alert of a rule: its condition holds since `activeAtMs`. */
export interface ActiveAlert {
  readonly labels: Labels;
  readonly activeAtMs: number;
  readonly value: number;
  readonly state: "pending" | "firing";
}

/** A rule at an evaluation. */
export interface RuleState {
  readonly rule: AlertRule;
  readonly alerts: readonly ActiveAlert[];
}

/** All rules at one evaluation. */
export interface AlertState {
  readonly atMs: number;
  readonly rules: readonly RuleState[];
}

export const EVALUATION_INTERVAL_MS = 60_000;
/** Offset of rule evaluation in each minute, after the scrapes of the interval, ms. */
const OFFSET_MS = 14_500;

/** The newest evaluation at or before an instant. */
export const evaluationBefore = (atMs: number): number =>
  Math.floor((atMs - OFFSET_MS) / EVALUATION_INTERVAL_MS) * EVALUATION_INTERVAL_MS + OFFSET_MS;

/** Since when each alert of a rule holds, by its labels. */
export type Since = ReadonlyMap<string, number>;

/** Times at which alerts of the evaluation before became active, ms, by their labels. */
export const sinceKnown = (alerts: readonly ActiveAlert[]): Since =>
  new Map(alerts.map(({ labels, activeAtMs }) => [labelsKey(labels), activeAtMs]));

/** The alert that a result of a rule's expression makes. */
export const activeAlert = (rule: AlertRule, { labels, value }: Sample, since: Since, atMs: number): ActiveAlert => {
  const own = alertLabels(rule, labels);
  const activeAtMs = since.get(labelsKey(own)) ?? atMs;
  return { labels: own, activeAtMs, value, state: atMs - activeAtMs >= rule.forMs ? "firing" : "pending" };
};

/** An alert's labels: those of the result, and the rule's own. */
export const alertLabels = (rule: AlertRule, labels: Labels): Labels => {
  const byRule = labelsByRule(labels);
  let own = byRule.get(rule);
  if (own === undefined) {
    own = makeLabels(Object.entries({ ...dropName(labels), alertname: rule.name, severity: rule.severity }));
    byRule.set(rule, own);
  }
  return own;
};

const labelsByRule = keepFor((_labels: Labels) => new Map<AlertRule, Labels>());
