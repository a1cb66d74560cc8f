import { keepFor } from "#core/keep-for.ts";
import type { World } from "../../kernel/world.ts";
import { type Labels, labelsKey, METRIC_NAME, makeLabels } from "../promql/labels.ts";
import { type Matcher, matchesAll, type Needed, type Series } from "../promql/series.ts";
import { type ActiveAlert, type AlertState, EVALUATION_INTERVAL_MS, evaluationBefore } from "./alert-state.ts";
import { alertStateAt } from "./evaluate-alerts.ts";

/** Span of time, both ends inclusive, and the samples of it that are needed. */
export interface AlertSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly needed: Needed;
}

/** The series that Prometheus writes about its alerts at each evaluation of its rules: `ALERTS` and `ALERTS_FOR_STATE`. */
export const alertSeries = (world: World, matchers: readonly Matcher[], span: AlertSpan): readonly Series[] => {
  if (!NAMES.some((name) => matchers.every((matcher) => matcher.name !== METRIC_NAME || matcher.matches(name)))) return [];
  const series = new Map<string, GrowingSeries>();
  let present: ReadonlySet<string> = new Set();
  for (const atMs of evaluationsIn(world, span)) {
    const samples = samplesOf(alertStateAt(world, atMs)).filter(({ labels }) => matchesAll(matchers, labels));
    for (const { labels, value } of samples) {
      const key = labelsKey(labels);
      const known = series.get(key) ?? { labels, timesMs: [], values: [], staleAtMs: [] };
      known.timesMs.push(atMs);
      known.values.push(value);
      series.set(key, known);
    }
    const now = new Set(samples.map(({ labels }) => labelsKey(labels)));
    for (const key of present) if (!now.has(key)) series.get(key)?.staleAtMs.push(atMs);
    present = now;
  }
  return [...series.values()];
};

const NAMES = ["ALERTS", "ALERTS_FOR_STATE"] as const;

interface GrowingSeries extends Series {
  readonly timesMs: number[];
  readonly values: number[];
  readonly staleAtMs: number[];
}

/** Time for which alerts are looked back at, ms: far longer than an episode, and each evaluation of the rules takes its time. */
const KEPT_MS = 12 * 3_600_000;

/** Evaluations in a span, oldest first; of those before the newest nothing is needed to know what it found. */
const evaluationsIn = (world: World, { fromMs, toMs, needed }: AlertSpan): readonly number[] => {
  const instants: number[] = [];
  const newestMs = evaluationBefore(Math.min(toMs, world.nowMs() - 1));
  for (let atMs = newestMs; atMs >= Math.max(fromMs, newestMs - KEPT_MS); atMs -= EVALUATION_INTERVAL_MS) {
    instants.unshift(atMs);
    if (needed === "newest") break;
  }
  return instants;
};

const samplesOf = keepFor(({ rules }: AlertState) => rules.flatMap(({ alerts }) => alerts.flatMap(samplesOfAlert)));

const samplesOfAlert = ({ labels, state, activeAtMs }: ActiveAlert): readonly { readonly labels: Labels; readonly value: number }[] => {
  const own = Object.entries(labels);
  return [
    { labels: makeLabels([...own, [METRIC_NAME, NAMES[0]], ["alertstate", state]]), value: 1 },
    { labels: makeLabels([...own, [METRIC_NAME, NAMES[1]]]), value: Math.floor(activeAtMs / 1000) },
  ];
};
