import { formatValue } from "../format-value.ts";
import { keepLabels, type Labels, labelsKey, omitLabels, setLabel } from "../labels.ts";
import { executionError } from "../promql-error.ts";
import type { AggregateExpr } from "../syntax/expr.ts";
import type { Sample, Value } from "../value.ts";
import { quantileOf } from "./quantile.ts";

/** Aggregates a vector at one instant; groups come in the order in which they first occur. */
export const aggregate = (expr: AggregateExpr, vector: readonly Sample[], param: Value | undefined): readonly Sample[] => {
  if (expr.op === "count_values") return countValues(expr, vector, param as string);
  if (typeof param === "number" && Number.isNaN(param) && expr.op in SELECTORS) throw executionError("Parameter value is NaN");
  const groups = groupSamples(expr, vector);
  const select = SELECTORS[expr.op];
  if (select !== undefined) return groups.flatMap((group) => select(group.samples, param as number));
  const reduce = REDUCERS[expr.op] as Reducer;
  return groups.map(({ labels, samples }) => ({ labels, value: reduce(samples, param as number) }));
};

interface Group {
  readonly labels: Labels;
  readonly samples: Sample[];
}

const groupSamples = (expr: AggregateExpr, vector: readonly Sample[]): readonly Group[] => {
  if (!expr.without && expr.grouping.length === 0) return vector.length === 0 ? [] : [{ labels: NO_LABELS, samples: vector as Sample[] }];
  const groups = new Map<Labels, Group>();
  const grouping = groupingOf(expr);
  for (const sample of vector) {
    const labels = groupLabels(expr, grouping, sample.labels);
    const group = groups.get(labels);
    if (group !== undefined) group.samples.push(sample);
    else groups.set(labels, { labels, samples: [sample] });
  }
  return [...groups.values()];
};

/** The group that labels belong to: one object per group, found by the labels' identity where they live on. */
const groupLabels = (expr: AggregateExpr, { byLabels, byKey }: Grouping, labels: Labels): Labels => {
  let group = byLabels.get(labels);
  if (group === undefined) {
    const made = (expr.without ? omitLabels : keepLabels)(labels, expr.grouping);
    const key = labelsKey(made);
    group = byKey.get(key) ?? made;
    byKey.set(key, group);
    byLabels.set(labels, group);
  }
  return group;
};

const groupingOf = ({ grouping }: AggregateExpr): Grouping => {
  let known = groupings.get(grouping);
  if (known === undefined || known.byKey.size > GROUPS_KEPT) {
    known = { byLabels: new WeakMap(), byKey: new Map() };
    groupings.set(grouping, known);
  }
  return known;
};

interface Grouping {
  readonly byLabels: WeakMap<Labels, Labels>;
  readonly byKey: Map<string, Labels>;
}

/** Groupings by the label list of a parsed expression, which is made once and never shared. */
const groupings = new WeakMap<readonly string[], Grouping>();
const GROUPS_KEPT = 10_000;

const NO_LABELS: Labels = Object.freeze({});

type Reducer = (samples: readonly Sample[], param: number) => number;

/** Kahan's summation, as Prometheus sums. */
export const sumOf = (samples: readonly { readonly value: number }[]): number => {
  let sum = 0;
  let lost = 0;
  for (const { value } of samples) {
    const next = sum + value;
    if (Number.isFinite(next)) lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return Number.isFinite(sum) ? sum + lost : sum;
};

const varianceOf: Reducer = (samples) => {
  let mean = 0;
  let squares = 0;
  samples.forEach(({ value }, i) => {
    const delta = value - mean;
    mean += delta / (i + 1);
    squares += delta * (value - mean);
  });
  return squares / samples.length;
};

const extreme =
  (isBetter: (a: number, b: number) => boolean): Reducer =>
  (samples) => {
    let best = Number.NaN;
    for (const { value } of samples) if (Number.isNaN(best) || isBetter(value, best)) best = value;
    return best;
  };

const REDUCERS: Readonly<Record<string, Reducer>> = {
  sum: sumOf,
  avg: (samples) => sumOf(samples) / samples.length,
  count: (samples) => samples.length,
  group: () => 1,
  min: extreme((a, b) => a < b),
  max: extreme((a, b) => a > b),
  stdvar: varianceOf,
  stddev: (samples, param) => Math.sqrt(varianceOf(samples, param)),
  quantile: (samples, phi) =>
    quantileOf(
      phi,
      samples.map(({ value }) => value),
    ),
};

const ranked =
  (direction: 1 | -1) =>
  (samples: readonly Sample[], k: number): readonly Sample[] =>
    atLeastOne(k, () =>
      [...samples]
        .sort((a, b) => {
          if (Number.isNaN(a.value)) return Number.isNaN(b.value) ? 0 : 1;
          if (Number.isNaN(b.value)) return -1;
          return direction * (a.value - b.value);
        })
        .slice(0, Math.trunc(k)),
    );

const atLeastOne = (k: number, select: () => readonly Sample[]): readonly Sample[] => {
  return k < 1 ? [] : select();
};

const SELECTORS: Readonly<Record<string, (samples: readonly Sample[], k: number) => readonly Sample[]>> = {
  topk: ranked(-1),
  bottomk: ranked(1),
  limitk: (samples, k) => atLeastOne(k, () => samples.slice(0, Math.trunc(k))),
};

const countValues = (expr: AggregateExpr, vector: readonly Sample[], label: string): readonly Sample[] => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(label)) throw executionError(`invalid label name ${JSON.stringify(label)}`);
  const counts = new Map<string, { readonly labels: Labels; count: number }>();
  for (const { labels, value } of vector) {
    const group = setLabel((expr.without ? omitLabels : keepLabels)(labels, expr.grouping), label, formatValue(value));
    const entry = counts.get(labelsKey(group));
    if (entry !== undefined) entry.count += 1;
    else counts.set(labelsKey(group), { labels: group, count: 1 });
  }
  return [...counts.values()].map(({ labels, count }) => ({ labels, value: count }));
};
