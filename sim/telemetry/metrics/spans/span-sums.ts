import { keepUpTo } from "#core/keep-up-to.ts";
import type { World } from "../../../kernel/world.ts";
import { sumOf } from "../../promql/evaluation/aggregate.ts";
import { extrapolate } from "../../promql/evaluation/range-functions.ts";
import { type Labels, METRIC_NAME, makeLabels } from "../../promql/labels.ts";
import type { Matcher } from "../../promql/series.ts";
import type { AggregateExpr, Expr, RangeExpr } from "../../promql/syntax/expr.ts";
import type { Sample } from "../../promql/value.ts";
import { scrapeInstants } from "../scrape.ts";
import { SPANS_TARGET } from "../scraped-jobs.ts";
import { type Counters, countersOf, GROUP_LABELS, spanSeriesLabels } from "./span-families.ts";
import { type SpanGroup, spanGroups } from "./span-groups.ts";

/** Evaluates an aggregation at an instant; undefined: it is of another kind. */
export type SpanSums = (expr: AggregateExpr, atMs: number) => readonly Sample[] | undefined;

/**
 * Creates a function for `sum by (…) (rate(…))` over the counters of spans.
 *
 * It gives the same, to the bit, as going by way of their series, which are not made.
 * @param others matchers beside those of the selectors
 * @param beginMs before it there was nothing
 */
export const createSpanSums = (world: World, others: readonly Matcher[], beginMs: number): SpanSums => {
  if (others.some(({ name }) => GROUP_LABELS[name] === undefined)) return () => undefined;
  const known = new Map<Plan, { readonly atMs: number; readonly sums: readonly Sample[] }>();
  return (expr, atMs) => {
    const plan = planOf(expr);
    if (plan === undefined) return undefined;
    const before = known.get(plan);
    if (before?.atMs === atMs) return before.sums;
    const sums = sumRates(world, plan, others, { atMs, beginMs });
    known.set(plan, { atMs, sums });
    return sums;
  };
};

const sumRates = (
  world: World,
  plan: Plan,
  others: readonly Matcher[],
  { atMs, beginMs }: { readonly atMs: number; readonly beginMs: number },
): readonly Sample[] => {
  const window: Window = { startMs: atMs - plan.rangeMs, endMs: atMs };
  const instants = scrapeInstants(SPANS_TARGET.job, Math.max(window.startMs + 1, beginMs), Math.min(atMs, world.nowMs()));
  const sums = new Map<Labels, { readonly value: number }[]>();
  for (const group of spanGroups(world)) {
    if (!passes(others, group) || !passes(plan.aboutGroup, group)) continue;
    for (const counters of countersOf(group, plan.metric)) {
      const ends = endsOf(counters, instants);
      if (ends === undefined) continue;
      for (const [i, labels] of plan.labelsOf(group, counters)) addTo(sums, labels, rateOf(ends, i, window));
    }
  }
  return [...sums].map(([labels, values]) => ({ labels, value: sumOf(values) }));
};

interface Window {
  readonly startMs: number;
  readonly endMs: number;
}

const passes = (matchers: readonly Matcher[], group: SpanGroup): boolean => {
  for (const { name, matches } of matchers) if (!matches((GROUP_LABELS[name] as (of: SpanGroup) => string)(group))) return false;
  return true;
};

const addTo = (sums: Map<Labels, { readonly value: number }[]>, labels: Labels, value: number): void => {
  const values = sums.get(labels);
  if (values === undefined) sums.set(labels, [{ value }]);
  else values.push({ value });
};

/** First and last sample of counters that appear together. */
interface Ends {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const endsOf = ({ fromMs, valuesAt }: Counters, instants: readonly number[]): Ends | undefined => {
  const end = instants.length - 1;
  const last = end < 1 ? undefined : valuesAt(instants[end] as number);
  if (last === undefined) return undefined;
  let begin = 0;
  while ((instants[begin] as number) < fromMs) begin += 1;
  for (; begin < end; begin++) {
    const firstMs = instants[begin] as number;
    const first = valuesAt(firstMs);
    if (first !== undefined) return { firstMs, lastMs: instants[end] as number, count: end - begin + 1, first, last };
  }
  return undefined;
};

const rateOf = ({ first, last, firstMs, lastMs, count }: Ends, i: number, window: Window): number => {
  const begin = first[i] as number;
  return extrapolate({ firstMs, lastMs, count, first: begin, delta: (last[i] as number) - begin }, window, RATE);
};

const RATE = { isCounter: true, isRate: true } as const;

/** Plan of an aggregation over span metrics. */
interface Plan {
  readonly metric: string;
  readonly rangeMs: number;
  readonly aboutGroup: readonly Matcher[];
  /** Numbers of the counters that pass the other matchers, with the labels that they are summed under. */
  readonly labelsOf: (group: SpanGroup, counters: Counters) => readonly (readonly [i: number, labels: Labels])[];
}

const planOf = (expr: AggregateExpr): Plan | undefined => {
  let plan = plans.get(expr);
  if (plan === undefined) {
    plan = createPlan(expr) ?? "none";
    plans.set(expr, plan);
  }
  return plan === "none" ? undefined : plan;
};

const plans = new WeakMap<AggregateExpr, Plan | "none">();

/** Aggregations that are written alike share their plan. */
const keptPlan = keepUpTo<string, Plan>(256);

const createPlan = (expr: AggregateExpr): Plan | undefined => {
  const range = expr.op === "sum" && !expr.without ? ratedRange(expr.expr) : undefined;
  if (range === undefined) return undefined;
  const { matchers, shift } = range.selector;
  const [name, ...otherNames] = matchers.filter((matcher) => matcher.name === METRIC_NAME);
  if (name?.op !== "=" || otherNames.length > 0 || !SUMMED.has(name.value) || Object.keys(shift).length > 0) return undefined;
  const isOfGroup = (matcher: Matcher): boolean => GROUP_LABELS[matcher.name] !== undefined;
  const rest = matchers.filter((matcher) => matcher !== name && !isOfGroup(matcher));
  const text = JSON.stringify([range.rangeMs, expr.grouping, matchers.map((matcher) => [matcher.name, matcher.op, matcher.value])]);
  return keptPlan(text, () => ({
    metric: name.value,
    rangeMs: range.rangeMs,
    aboutGroup: matchers.filter(isOfGroup),
    labelsOf: createLabeller(expr.grouping, rest),
  }));
};

/** Families whose series are all counters of one kind. */
const SUMMED: ReadonlySet<string> = new Set(["traces_span_metrics_calls_total", "traces_span_metrics_duration_milliseconds_bucket"]);

const ratedRange = (expr: Expr): RangeExpr | undefined => {
  if (expr.kind === "paren") return ratedRange(expr.expr);
  const [arg] = expr.kind === "call" && expr.func === "rate" ? expr.args : [];
  return arg?.kind === "range" ? arg : undefined;
};

/** Equal groups of series get the same label set, which is kept for the next evaluation. */
const createLabeller = (grouping: readonly string[], matchers: readonly Matcher[]): Plan["labelsOf"] => {
  const known = new WeakMap<object, Map<string, readonly (readonly [number, Labels])[]>>();
  const sets = new Map<string, Labels>();
  const labelsFor = (labels: Labels): Labels => {
    const kept = grouping.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]] as const]));
    const key = JSON.stringify(kept);
    const set = sets.get(key) ?? makeLabels(kept);
    sets.set(key, set);
    return set;
  };
  return (group, counters) => {
    let ofGroup = known.get(group.layout);
    if (ofGroup === undefined) {
      ofGroup = new Map();
      known.set(group.layout, ofGroup);
    }
    let result = ofGroup.get(counters.status);
    if (result === undefined) {
      result = spanSeriesLabels(group, counters).flatMap((labels, i) =>
        matchers.every(({ name, matches }) => matches(labels[name] ?? "")) ? [[i, labelsFor(labels)] as const] : [],
      );
      ofGroup.set(counters.status, result);
    }
    return result;
  };
};
