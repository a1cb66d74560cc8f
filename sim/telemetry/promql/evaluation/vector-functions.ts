import { type Capture, compileForCapture } from "#core/compile-regex.ts";
import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import { charge, chargeText } from "#core/work-budget.ts";
import { dropName, type Labels, labelsKey, makeLabels, setLabel } from "../labels.ts";
import { executionError } from "../promql-error.ts";
import { assertDistinct, type Sample, type Value } from "../value.ts";
import { type CivilTime, civilTime } from "./civil-time.ts";
import { type Bucket, bucketQuantile } from "./quantile.ts";

/** A function of evaluated arguments. */
export type VectorFunction = (args: readonly Value[], atMs: number) => Value;

const vectorOf = (value: Value | undefined): readonly Sample[] => value as readonly Sample[];
const numberOf = (value: Value | undefined): number => value as number;
const textOf = (value: Value | undefined): string => value as string;

const each =
  (change: (value: number, rest: readonly number[]) => number): VectorFunction =>
  ([vector, ...rest]) =>
    assertDistinct(
      vectorOf(vector).map(({ labels, value }) => ({ labels: dropName(labels), value: change(value, rest as readonly number[]) })),
    );

const math = (change: (value: number) => number): VectorFunction => each(change);

/** Go rounds half away from zero by adding 0.5 to the scaled value and taking the floor. */
const roundTo = (value: number, to: number): number => {
  const inverse = 1 / to;
  return Math.floor(value * inverse + 0.5) / inverse;
};

const clamp: VectorFunction = (args, atMs) => {
  const [, least, most] = args as readonly [Value, number, number];
  if (most < least) return [];
  return each((value) => Math.max(least, Math.min(most, value)))(args, atMs);
};

/** The greater number, as Go has it: infinity is greater than NaN. */
const greater = (a: number, b: number): number =>
  a === Number.POSITIVE_INFINITY || b === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : Math.max(a, b);

const byValue =
  (direction: 1 | -1): VectorFunction =>
  ([vector]) =>
    [...vectorOf(vector)].sort((a, b) => {
      if (Number.isNaN(a.value)) return Number.isNaN(b.value) ? 0 : 1;
      if (Number.isNaN(b.value)) return -1;
      return direction * (a.value - b.value);
    });

const byLabel =
  (direction: 1 | -1): VectorFunction =>
  ([vector, ...names]) =>
    [...vectorOf(vector)].sort((a, b) => {
      for (const name of names as readonly string[]) {
        const [left, right] = [a.labels[name] ?? "", b.labels[name] ?? ""];
        if (left !== right) return direction * (left < right ? -1 : 1);
      }
      return 0;
    });

const histogramQuantile: VectorFunction = ([phi, vector]) => {
  const groups = new Map<string, { readonly labels: Labels; readonly buckets: Bucket[] }>();
  for (const { labels, value } of vectorOf(vector)) {
    const le = boundOf(labels["le"]);
    if (le === undefined) continue;
    const rest = withoutBound(labels);
    const key = labelsKey(rest);
    let group = groups.get(key);
    if (group === undefined) {
      group = { labels: rest, buckets: [] };
      groups.set(key, group);
    }
    group.buckets.push({ le, count: value });
  }
  return assertDistinct(
    [...groups.values()].map(({ labels, buckets }) => ({ labels: dropName(labels), value: bucketQuantile(numberOf(phi), buckets) })),
  );
};

const boundOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (text === "+Inf" || text === "Inf") return Number.POSITIVE_INFINITY;
  const bound = Number(text);
  return text === "" || Number.isNaN(bound) ? undefined : bound;
};

const withoutBound = keepFor(({ le: _le, ...others }: Labels): Labels => others);

const labelReplace: VectorFunction = ([vector, target, replacement, source, pattern]) => {
  const capture = keptCapture(textOf(pattern), compileCapture);
  assertLabelName(textOf(target), "destination label name in label_replace");
  const result = vectorOf(vector).map((sample) => {
    const text = sample.labels[textOf(source)] ?? "";
    charge(SAMPLE_UNITS + text.length * CAPTURE_UNITS);
    const group = capture(text);
    if (group === undefined) return sample;
    return { labels: setLabel(sample.labels, textOf(target), expandTemplate(textOf(replacement), group)), value: sample.value };
  });
  return assertDistinct(result);
};

const keptCapture = keepUpTo<string, Capture>(64);

const compileCapture = (pattern: string): Capture => {
  try {
    return compileForCapture(`^(?s:${pattern})$`);
  } catch {
    throw executionError(`invalid regular expression in label_replace(): ${pattern}`);
  }
};

/** @param role role of the label and function, for the error */
const assertLabelName = (name: string, role: string): void => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw executionError(`invalid ${role}(): ${name}`);
};

/** Fills `$1`, `${1}`, `$name` as Go's Expand does; an unknown group is empty, `$$` is a dollar. */
const expandTemplate = (template: string, group: (name: string) => string): string =>
  template.replace(/\$(?:\$|\{(\w+)\}|(\w+))/g, (whole, braced?: string, plain?: string) => {
    const text = whole === "$$" ? "$" : group((braced ?? plain) as string);
    chargeText(text.length);
    return text;
  });

/** Work of a sample whose labels are made anew, and of a character that groups are looked for in. */
const SAMPLE_UNITS = 320;
const CAPTURE_UNITS = 8;

const labelJoin: VectorFunction = ([vector, target, separator, ...sources]) => {
  assertLabelName(textOf(target), "destination label name in label_join");
  for (const source of sources as readonly string[]) assertLabelName(source, "source label name in label_join");
  return assertDistinct(
    vectorOf(vector).map(({ labels, value }) => {
      const parts = (sources as readonly string[]).map((name) => labels[name] ?? "");
      chargeText(parts.reduce((sum, part) => sum + part.length + textOf(separator).length, SAMPLE_UNITS));
      return { labels: setLabel(labels, textOf(target), parts.join(textOf(separator))), value };
    }),
  );
};

const calendar =
  (part: (date: CivilTime) => number): VectorFunction =>
  ([vector], atMs) =>
    vector === undefined
      ? [{ labels: {}, value: part(civilTime(Math.floor(atMs / 1000))) }]
      : assertDistinct(
          vectorOf(vector).map(({ labels, value }) => ({ labels: dropName(labels), value: part(civilTime(Math.floor(value))) })),
        );

/** The functions of vectors and scalars by name; those of range vectors are in RANGE_FUNCTIONS. */
export const VECTOR_FUNCTIONS: ReadonlyMap<string, VectorFunction> = new Map<string, VectorFunction>([
  ...(
    [
      "abs",
      "ceil",
      "floor",
      "sqrt",
      "exp",
      "log2",
      "log10",
      "sin",
      "cos",
      "tan",
      "asin",
      "acos",
      "atan",
      "sinh",
      "cosh",
      "tanh",
      "asinh",
      "acosh",
      "atanh",
    ] as const
  ).map((name): [string, VectorFunction] => [name, math(Math[name])]),
  ["ln", math(Math.log)],
  ["sgn", math((value) => (value < 0 ? -1 : value > 0 ? 1 : value))],
  ["deg", math((value) => (value * 180) / Math.PI)],
  ["rad", math((value) => (value * Math.PI) / 180)],
  ["round", each((value, [to = 1]) => roundTo(value, to))],
  ["clamp", clamp],
  ["clamp_min", each((value, [least = 0]) => greater(value, least))],
  ["clamp_max", each((value, [most = 0]) => -greater(-value, -most))],
  ["sort", byValue(1)],
  ["sort_desc", byValue(-1)],
  ["sort_by_label", byLabel(1)],
  ["sort_by_label_desc", byLabel(-1)],
  ["histogram_quantile", histogramQuantile],
  ...["histogram_count", "histogram_sum", "histogram_avg", "histogram_stddev", "histogram_stdvar", "histogram_fraction"].map(
    (name): [string, VectorFunction] => [name, () => []],
  ),
  ["label_replace", labelReplace],
  ["label_join", labelJoin],
  ["vector", ([scalar]) => [{ labels: makeLabels([]), value: numberOf(scalar) }]],
  ["scalar", ([vector]) => (vectorOf(vector).length === 1 ? (vectorOf(vector)[0] as Sample).value : Number.NaN)],
  ["time", (_args, atMs) => atMs / 1000],
  ["pi", () => Math.PI],
  ["minute", calendar(({ minute }) => minute)],
  ["hour", calendar(({ hour }) => hour)],
  ["day_of_month", calendar(({ day }) => day)],
  ["day_of_week", calendar(({ weekday }) => weekday)],
  ["day_of_year", calendar(({ dayOfYear }) => dayOfYear)],
  ["days_in_month", calendar(({ daysInMonth }) => daysInMonth)],
  ["month", calendar(({ month }) => month)],
  ["year", calendar(({ year }) => year)],
]);
