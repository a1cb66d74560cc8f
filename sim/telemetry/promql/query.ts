import type { Result } from "#core/result.ts";
import { BudgetSpentError } from "#core/work-budget.ts";
import { type CollectedSeries, createCollector } from "./evaluation/collect-series.ts";
import { createEvaluator } from "./evaluation/evaluate.ts";
import { compareLabels } from "./labels.ts";
import { PromqlError, tooManySamples } from "./promql-error.ts";
import type { SeriesSource } from "./series.ts";
import { typeOf } from "./syntax/check-types.ts";
import { type Expr, TYPE_NAMES } from "./syntax/expr.ts";
import { parse } from "./syntax/parse.ts";
import { assertDistinct, type Sample } from "./value.ts";

/** Result of a query. */
export type QueryResult =
  | { readonly kind: "scalar"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "vector"; readonly vector: readonly Sample[] }
  | { readonly kind: "matrix"; readonly matrix: readonly CollectedSeries[] };

/** Error of a query that has no result. */
export interface QueryFailure {
  readonly errorType: "bad_data" | "execution";
  readonly message: string;
}

/** Evaluates a query at one instant. */
export const queryInstant = (query: string, source: SeriesSource, atMs: number): Result<QueryResult, QueryFailure> =>
  guarded(() => evaluateInstant(parseCached(query), source, atMs));

/** Evaluates a query at every step of a range. */
export const queryRange = (
  query: string,
  source: SeriesSource,
  range: { readonly startMs: number; readonly endMs: number; readonly stepMs: number },
): Result<QueryResult, QueryFailure> =>
  guarded(() => {
    const expr = parseCached(query);
    const type = typeOf(expr);
    if (type !== "scalar" && type !== "vector") {
      throw new PromqlError("bad_data", `invalid expression type "${TYPE_NAMES[type]}" for range query, must be Scalar or instant Vector`);
    }
    const evaluator = createEvaluator(expr, source, range);
    const collector = createCollector();
    for (let atMs = range.startMs; atMs <= range.endMs; atMs += range.stepMs) {
      const value = evaluator.at(atMs);
      collector.add(atMs, typeof value === "number" ? [{ labels: NO_LABELS, value }] : (value as readonly Sample[]));
    }
    return { kind: "matrix", matrix: [...collector.series()].sort((a, b) => compareLabels(a.labels, b.labels)) };
  });

/** Evaluates a parsed expression at one instant. @throws PromqlError */
export const evaluateInstant = (expr: Expr, source: SeriesSource, atMs: number): QueryResult => {
  const evaluator = createEvaluator(expr, source, { startMs: atMs, endMs: atMs });
  if (typeOf(expr) === "matrix") {
    const matrix = evaluator.windows(atMs).map(({ labels, timesMs, values, from, to }) => ({
      labels,
      timesMs: Array.from({ length: to - from }, (_, i) => timesMs[from + i] as number),
      values: Array.from({ length: to - from }, (_, i) => values[from + i] as number),
    }));
    return { kind: "matrix", matrix: matrix.sort((a, b) => compareLabels(a.labels, b.labels)) };
  }
  const value = evaluator.at(atMs);
  if (typeof value === "number") return { kind: "scalar", value };
  if (typeof value === "string") return { kind: "string", value };
  return { kind: "vector", vector: assertDistinct(value) };
};

/** Parses a query; the last few stay parsed, since a page of panels asks the same again and again. */
export const parseCached = (query: string): Expr => {
  const kept = parsed.get(query);
  if (kept !== undefined) return kept;
  const expr = parse(query);
  if (parsed.size >= PARSED_MAX) parsed.delete(parsed.keys().next().value as string);
  parsed.set(query, expr);
  return expr;
};

const PARSED_MAX = 256;
/** A pure function's results: no state of any world. */
const parsed = new Map<string, Expr>();

const NO_LABELS = Object.freeze({});

const guarded = (run: () => QueryResult): Result<QueryResult, QueryFailure> => {
  try {
    return { ok: true, value: run() };
  } catch (cause) {
    if (cause instanceof BudgetSpentError) return { ok: false, error: { errorType: "execution", message: tooManySamples().message } };
    if (cause instanceof PromqlError) return { ok: false, error: { errorType: cause.errorType, message: cause.message } };
    throw cause;
  }
};
