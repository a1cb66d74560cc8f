import { charge, STEP_UNITS } from "#core/work-budget.ts";
import { dropName, METRIC_NAME } from "../labels.ts";
import { executionError, tooManySamples } from "../promql-error.ts";
import { lastIndexAt, type Needed, type Series, type SeriesSource } from "../series.ts";
import type { AggregateExpr, BinaryExpr, CallExpr, Expr, RangeExpr, SelectorExpr, SubqueryExpr, TimeShift } from "../syntax/expr.ts";
import { assertDistinct, type Sample, type Value, type Window } from "../value.ts";
import { absentLabels } from "./absent-labels.ts";
import { aggregate } from "./aggregate.ts";
import { applyBinary } from "./binary.ts";
import { cannotFail } from "./cannot-fail.ts";
import { createCollector } from "./collect-series.ts";
import { currentIndex, LOOKBACK_MS } from "./current-index.ts";
import { KEEPS_NAME, RANGE_FUNCTIONS } from "./range-functions.ts";
import { VECTOR_FUNCTIONS } from "./vector-functions.ts";

/** Step of subqueries that give none: the global evaluation interval. */
export const DEFAULT_STEP_MS = 60_000;

/** The instants of a query: one for instant queries, where both ends are equal. */
export interface QueryRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** Creates a function that evaluates a checked expression at instants of the range. Samples are fetched once. */
export const createEvaluator = (expr: Expr, source: SeriesSource, range: QueryRange): Evaluator => new Evaluator(expr, source, range);

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly needed: Needed;
}

/** Maximum number of samples per query, so that a hostile one ends. */
const SAMPLES_MAX = 4_000_000;
/** Work of a series that is found, of each of its samples, and of each time that one is read. */
const SERIES_UNITS = 160;
const SAMPLE_UNITS = 16;
/** Samples that are as much work as a series that looks for a partner. */
const PAIRING_SAMPLES = 16;

export class Evaluator {
  readonly #root: Expr;
  readonly #source: SeriesSource;
  readonly #range: QueryRange;
  readonly #spans = new Map<SelectorExpr, Span>();
  readonly #series = new Map<SelectorExpr, readonly Series[]>();
  readonly #subqueries = new Map<SubqueryExpr, Map<number, readonly Sample[]>>();
  #touched = 0;

  constructor(root: Expr, source: SeriesSource, range: QueryRange) {
    this.#root = root;
    this.#source = source;
    this.#range = range;
    this.#plan(root, range.startMs, range.endMs);
  }

  /** Value of the expression at an instant; range vectors only by `windows`. */
  at(atMs: number): Value {
    return this.#value(this.#root, atMs);
  }

  /** Elements of a range vector expression at an instant. */
  windows(atMs: number): readonly Window[] {
    return this.#windows(unwrap(this.#root) as RangeExpr | SubqueryExpr, atMs);
  }

  /** Finds, for each selector, which span of time is looked at. */
  #plan(expr: Expr, fromMs: number, toMs: number): void {
    switch (expr.kind) {
      case "selector":
        this.#span(expr, { fromMs, toMs, backMs: LOOKBACK_MS, needed: fromMs === toMs ? "newest" : "all" });
        return;
      case "range":
        this.#span(expr.selector, { fromMs, toMs, backMs: expr.rangeMs, needed: "all" });
        return;
      case "subquery": {
        const [from, to] = this.#shifted(expr.shift, fromMs, toMs);
        this.#plan(expr.expr, from - expr.rangeMs, to);
        return;
      }
      case "call":
        for (const arg of expr.args) {
          const inner = unwrap(arg);
          if (inner.kind === "range" && fromMs === toMs && ENDS_SUFFICE.has(expr.func))
            this.#span(inner.selector, { fromMs, toMs, backMs: inner.rangeMs, needed: "ends" });
          else this.#plan(arg, fromMs, toMs);
        }
        return;
      case "aggregate":
        this.#plan(expr.expr, fromMs, toMs);
        if (expr.param !== undefined) this.#plan(expr.param, fromMs, toMs);
        return;
      case "binary":
        this.#plan(expr.left, fromMs, toMs);
        this.#plan(expr.right, fromMs, toMs);
        return;
      case "unary":
      case "paren":
        this.#plan(expr.expr, fromMs, toMs);
        return;
      default:
    }
  }

  #span(
    selector: SelectorExpr,
    { fromMs, toMs, backMs, needed }: { readonly fromMs: number; readonly toMs: number; readonly backMs: number; readonly needed: Needed },
  ): void {
    const [from, to] = this.#shifted(selector.shift, fromMs, toMs);
    this.#spans.set(selector, { fromMs: from - backMs + 1, toMs: to, needed: from === to ? needed : "all" });
  }

  #shifted(shift: TimeShift, fromMs: number, toMs: number): readonly [number, number] {
    return [this.#shift(shift, fromMs), this.#shift(shift, toMs)];
  }

  #shift(shift: TimeShift, atMs: number): number {
    const { fixedAt } = shift;
    const base = fixedAt === undefined ? atMs : fixedAt === "start" ? this.#range.startMs : fixedAt === "end" ? this.#range.endMs : fixedAt;
    return base - (shift.offsetMs ?? 0);
  }

  #select(selector: SelectorExpr): readonly Series[] {
    let series = this.#series.get(selector);
    if (series === undefined) {
      const { fromMs, toMs, needed } = this.#spans.get(selector) as Span;
      series = this.#source.select(selector.matchers, fromMs, toMs, needed);
      charge(series.reduce((sum, { values }) => sum + SERIES_UNITS + values.length * SAMPLE_UNITS, 0));
      this.#series.set(selector, series);
    }
    return series;
  }

  #value(expr: Expr, atMs: number): Value {
    charge(STEP_UNITS);
    switch (expr.kind) {
      case "number":
      case "string":
        return expr.value;
      case "paren":
        return this.#value(expr.expr, atMs);
      case "selector":
        return this.#instant(expr, atMs);
      case "unary":
        return this.#negated(this.#value(expr.expr, atMs), expr.negative);
      case "aggregate":
        return this.#aggregate(expr, atMs);
      case "binary":
        return this.#binary(expr, atMs);
      case "call":
        return this.#call(expr, atMs);
      default:
        throw executionError("range vector where a value is needed");
    }
  }

  /** Aggregates series, which are fetched once for all instants of a range; at one instant the source may know a faster way. */
  #aggregate(expr: AggregateExpr, atMs: number): readonly Sample[] {
    const known = this.#range.startMs === this.#range.endMs ? this.#source.aggregated?.(expr, atMs) : undefined;
    return known ?? aggregate(expr, this.#value(expr.expr, atMs) as readonly Sample[], expr.param && this.#value(expr.param, atMs));
  }

  #instant(selector: SelectorExpr, atMs: number): readonly Sample[] {
    const at = this.#shift(selector.shift, atMs);
    const result: Sample[] = [];
    for (const series of this.#select(selector)) {
      const index = currentIndex(series, at);
      if (index >= 0) result.push({ labels: series.labels, value: series.values[index] as number });
    }
    this.#count(result.length);
    return result;
  }

  /** Nothing on the left finds no partner, so that the right side need not be looked at where it cannot fail. */
  #binary(expr: BinaryExpr, atMs: number): Value {
    const left = this.#value(expr.left, atMs);
    if (typeof left === "object" && left.length === 0 && expr.op !== "or" && cannotFail(expr.right)) return left;
    const right = this.#value(expr.right, atMs);
    if (Array.isArray(left) && Array.isArray(right)) this.#count((left.length + right.length) * PAIRING_SAMPLES);
    return applyBinary(expr, left, right);
  }

  #negated(value: Value, negative: boolean): Value {
    if (!negative) return value;
    if (typeof value === "number") return -value;
    return assertDistinct((value as readonly Sample[]).map((sample) => ({ labels: dropName(sample.labels), value: -sample.value })));
  }

  #call(expr: CallExpr, atMs: number): Value {
    const overRange = RANGE_FUNCTIONS.get(expr.func);
    if (overRange !== undefined) return this.#overRange(expr, atMs, overRange);
    if (expr.func === "absent" || expr.func === "absent_over_time") return this.#absent(expr, atMs);
    if (expr.func === "timestamp") return this.#timestamp(expr.args[0] as Expr, atMs);
    const run = VECTOR_FUNCTIONS.get(expr.func);
    if (run === undefined) throw executionError(`function ${expr.func} is not supported`);
    const args = expr.args.map((arg) => this.#value(arg, atMs));
    return run(args, atMs);
  }

  #overRange(
    expr: CallExpr,
    atMs: number,
    run: (window: Window, args: readonly number[], atMs: number) => number | undefined,
  ): readonly Sample[] {
    const matrix = expr.args.find((arg) => isMatrix(arg)) as Expr;
    const args = expr.args.filter((arg) => arg !== matrix).map((arg) => this.#value(arg, atMs) as number);
    const result: Sample[] = [];
    for (const window of this.#windows(unwrap(matrix) as RangeExpr | SubqueryExpr, atMs)) {
      const value = run(window, args, atMs);
      if (value !== undefined) result.push({ labels: KEEPS_NAME.has(expr.func) ? window.labels : dropName(window.labels), value });
    }
    return isOneMetric(unwrap(matrix)) ? result : assertDistinct(result);
  }

  #windows(expr: RangeExpr | SubqueryExpr, atMs: number): readonly Window[] {
    return expr.kind === "range" ? this.#rangeWindows(expr, atMs) : this.#subqueryWindows(expr, atMs);
  }

  #rangeWindows(expr: RangeExpr, atMs: number): readonly Window[] {
    const endMs = this.#shift(expr.selector.shift, atMs);
    const startMs = endMs - expr.rangeMs;
    const windows: Window[] = [];
    for (const { labels, timesMs, values, isMonotone } of this.#select(expr.selector)) {
      const from = lastIndexAt(timesMs, startMs) + 1;
      const to = lastIndexAt(timesMs, endMs) + 1;
      if (to <= from) continue;
      windows.push({ labels, timesMs, values, from, to, startMs, endMs, ...(isMonotone && { isMonotone }) });
      this.#count(to - from);
    }
    return windows;
  }

  #subqueryWindows(expr: SubqueryExpr, atMs: number): readonly Window[] {
    const endMs = this.#shift(expr.shift, atMs);
    const startMs = endMs - expr.rangeMs;
    const stepMs = expr.stepMs ?? DEFAULT_STEP_MS;
    let kept = this.#subqueries.get(expr);
    if (kept === undefined) {
      kept = new Map();
      this.#subqueries.set(expr, kept);
    }
    const collector = createCollector();
    for (let at = (Math.floor(startMs / stepMs) + 1) * stepMs; at <= endMs; at += stepMs) {
      let vector = kept.get(at);
      if (vector === undefined) {
        vector = asVector(this.#value(expr.expr, at));
        kept.set(at, vector);
      }
      collector.add(at, vector);
      this.#count(vector.length + 1);
    }
    return collector
      .series()
      .map(({ labels, timesMs, values }) => ({ labels, timesMs, values, from: 0, to: values.length, startMs, endMs }));
  }

  #absent(expr: CallExpr, atMs: number): readonly Sample[] {
    const arg = unwrap(expr.args[0] as Expr);
    const count = isMatrix(arg)
      ? this.#windows(arg as RangeExpr | SubqueryExpr, atMs).length
      : (this.#value(arg, atMs) as readonly Sample[]).length;
    return count > 0 ? [] : [{ labels: absentLabels(arg), value: 1 }];
  }

  #timestamp(arg: Expr, atMs: number): readonly Sample[] {
    const inner = unwrap(arg);
    if (inner.kind !== "selector") {
      return assertDistinct(
        (this.#value(arg, atMs) as readonly Sample[]).map(({ labels }) => ({ labels: dropName(labels), value: atMs / 1000 })),
      );
    }
    const at = this.#shift(inner.shift, atMs);
    const result: Sample[] = [];
    for (const series of this.#select(inner)) {
      const index = currentIndex(series, at);
      if (index >= 0) result.push({ labels: dropName(series.labels), value: (series.timesMs[index] as number) / 1000 });
    }
    return assertDistinct(result);
  }

  #count(samples: number): void {
    this.#touched += samples;
    charge(samples * 1.5 * SAMPLE_UNITS);
    if (this.#touched > SAMPLES_MAX) throw tooManySamples();
  }
}

/** Functions that look at a monotone counter's first and last sample alone. */
const ENDS_SUFFICE: ReadonlySet<string> = new Set(["rate", "increase"]);

/** Series of one name differ in their other labels, so that dropping the name makes no two alike. */
const isOneMetric = (expr: Expr): boolean =>
  expr.kind === "range" && expr.selector.matchers.some(({ name, op }) => name === METRIC_NAME && op === "=");

const unwrap = (expr: Expr): Expr => (expr.kind === "paren" ? unwrap(expr.expr) : expr);

const isMatrix = (expr: Expr): boolean => ["range", "subquery"].includes(unwrap(expr).kind);

const asVector = (value: Value): readonly Sample[] => (typeof value === "number" ? [{ labels: {}, value }] : (value as readonly Sample[]));
