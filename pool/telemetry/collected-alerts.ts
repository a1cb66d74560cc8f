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

/** Alerts by the simulator's rules over collected samples. */
export interface CollectedAlerts {
  readonly rules: readonly AlertRule[];
  /** Runs the evaluations that are due. */
  catchUp(nowMs: number): void;
  state(): AlertState;
  /** Resets all alerts to inactive. */
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

/** Maximum number of evaluations to catch up, longer than the `for` of any rule. */
const EVALUATIONS_MAX = 10;

/** Evaluates rules; one that fails, because of metrics that a program exposes under a known name, has no alerts. */
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
