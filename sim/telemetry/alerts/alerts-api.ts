import { keepFor } from "#core/keep-for.ts";
import { toMicroTimestamp } from "#core/timestamp.ts";
import { formatExponent } from "../promql/format-value.ts";
import type { MetricSource } from "../telemetry-source.ts";
import type { AlertRule } from "./alert-rules.ts";
import { type ActiveAlert, type AlertState, EVALUATION_INTERVAL_MS, type RuleState } from "./alert-state.ts";
import { renderAnnotation } from "./render-annotation.ts";

/** Body of `/api/v1/alerts`: the same object until the next evaluation. */
export const alertsData = (metrics: MetricSource): { readonly alerts: readonly unknown[] } => bodyOf(metrics.alerts());

const bodyOf = keepFor(({ rules }: AlertState) => ({
  alerts: rules.flatMap((rule) => rule.alerts.map((alert) => renderAlert(rule.rule, alert))),
}));

/** Body of `/api/v1/rules`; recording rules there are none. */
export const rulesData = (metrics: MetricSource, type: string | undefined): { readonly groups: readonly unknown[] } => {
  if (type === "record") return { groups: [] };
  const state = metrics.alerts();
  const rules = metrics.rules();
  const groups = [...new Set(rules.map(({ group }) => group))];
  return {
    groups: groups.map((name) => ({
      name,
      file: "/etc/prometheus/rules/app-rules.yaml",
      rules: rules
        .filter(({ group }) => group === name)
        .map((rule) =>
          renderRule(
            rule,
            state.rules.find((one) => one.rule === rule),
            state.atMs,
          ),
        ),
      interval: EVALUATION_INTERVAL_MS / 1000,
      limit: 0,
      evaluationTime: 0.001,
      lastEvaluation: iso(state.atMs),
    })),
  };
};

const iso = (ms: number): string => toMicroTimestamp(ms).replace(/\.?0+Z$/, "Z");

const renderRule = (rule: AlertRule, state: RuleState | undefined, atMs: number) => {
  const alerts = state?.alerts ?? [];
  const worst = alerts.some((alert) => alert.state === "firing") ? "firing" : alerts.length > 0 ? "pending" : "inactive";
  return {
    state: worst,
    name: rule.name,
    query: rule.query,
    duration: rule.forMs / 1000,
    keepFiringFor: 0,
    labels: { severity: rule.severity },
    annotations: rule.annotations,
    alerts: alerts.map((alert) => renderAlert(rule, alert)),
    health: "ok",
    evaluationTime: 0.0002,
    lastEvaluation: iso(atMs),
    type: "alerting",
  };
};

const renderAlert = (rule: AlertRule, { labels, activeAtMs, value, state }: ActiveAlert) => ({
  labels,
  annotations: Object.fromEntries(
    Object.entries(rule.annotations).map(([name, template]) => [name, renderAnnotation(template, labels, value)]),
  ),
  state,
  activeAt: iso(activeAtMs),
  value: formatExponent(value),
});
