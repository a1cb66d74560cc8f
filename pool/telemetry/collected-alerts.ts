import type { AlertRule } from "#sim/telemetry/alerts/alert-rules.ts";
import { alertRules } from "#sim/telemetry/alerts/alert-rules.ts";
import {
  type AlertState,
  activeAlert,
  EVALUATION_INTERVAL_MS,
  evaluationBefore,
  type RuleState,
  sinceKnown,
} from "#sim/telemetry/alerts/alert-state.ts";
import { queryInstant } from "#sim/telemetry/promql/query.ts";
import type { SeriesSource } from "#sim/telemetry/promql/series.ts";

/** The simulator's alert rules over collected samples. */
export interface CollectedAlerts {
  readonly rules: readonly AlertRule[];
  /** Evaluates what has fallen due since the last time. */
  catchUp(nowMs: number): void;
  state(): AlertState;
  /** Nothing was ever pending. */
  clear(): void;
}

export const createCollectedAlerts = (series: SeriesSource, namespace: string): CollectedAlerts => {
  const rules = alertRules([namespace]);
  let state: AlertState = { atMs: evaluationBefore(0), rules: [] };
  return {
    rules,
    catchUp: (nowMs) => {
      const newest = evaluationBefore(nowMs);
      const first = Math.max(state.atMs + EVALUATION_INTERVAL_MS, newest - EVALUATIONS_MAX * EVALUATION_INTERVAL_MS);
      for (let atMs = first; atMs <= newest; atMs += EVALUATION_INTERVAL_MS) state = evaluateRules(rules, series, atMs, state);
    },
    state: () => state,
    clear: () => {
      state = { atMs: evaluationBefore(Date.now()), rules: [] };
    },
  };
};

/** Longer than any rule waits. */
const EVALUATIONS_MAX = 10;

/** A rule that cannot be evaluated, for what some program exposes under a name of ours, has no alerts. */
const evaluateRules = (rules: readonly AlertRule[], series: SeriesSource, atMs: number, before: AlertState): AlertState => ({
  atMs,
  rules: rules.map((rule): RuleState => {
    const result = queryInstant(rule.query, series, atMs);
    const since = sinceKnown(before.rules.find((state) => state.rule === rule)?.alerts ?? []);
    return {
      rule,
      alerts: (result.ok && result.value.kind === "vector" ? result.value.vector : []).map((sample) =>
        activeAlert(rule, sample, since, atMs),
      ),
    };
  }),
});
