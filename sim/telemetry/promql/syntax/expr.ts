import type { Matcher } from "../series.ts";

/** A parsed PromQL expression. `at` is the character where it begins. */
export type Expr =
  | NumberExpr
  | StringExpr
  | SelectorExpr
  | RangeExpr
  | SubqueryExpr
  | CallExpr
  | AggregateExpr
  | BinaryExpr
  | UnaryExpr
  | ParenExpr;

export interface NumberExpr {
  readonly kind: "number";
  readonly at: number;
  readonly value: number;
}

export interface StringExpr {
  readonly kind: "string";
  readonly at: number;
  readonly value: string;
}

/** `offset` and `@` of a selector or subquery. */
export interface TimeShift {
  readonly offsetMs?: number;
  /** Absolute time in ms, or an end of the query's range. */
  readonly fixedAt?: number | "start" | "end";
}

export interface SelectorExpr {
  readonly kind: "selector";
  readonly at: number;
  readonly matchers: readonly Matcher[];
  readonly shift: TimeShift;
}

export interface RangeExpr {
  readonly kind: "range";
  readonly at: number;
  readonly selector: SelectorExpr;
  readonly rangeMs: number;
}

export interface SubqueryExpr {
  readonly kind: "subquery";
  readonly at: number;
  readonly expr: Expr;
  readonly rangeMs: number;
  /** Missing: the global evaluation interval. */
  readonly stepMs?: number;
  readonly shift: TimeShift;
}

export interface CallExpr {
  readonly kind: "call";
  readonly at: number;
  readonly func: string;
  readonly args: readonly Expr[];
}

export interface AggregateExpr {
  readonly kind: "aggregate";
  readonly at: number;
  readonly op: string;
  readonly expr: Expr;
  readonly param?: Expr;
  readonly grouping: readonly string[];
  readonly without: boolean;
}

export interface BinaryExpr {
  readonly kind: "binary";
  readonly at: number;
  readonly opAt: number;
  readonly op: string;
  readonly left: Expr;
  readonly right: Expr;
  readonly returnBool: boolean;
  readonly matching: VectorMatching;
}

/** Matching of the elements of two vectors. */
export interface VectorMatching {
  /** True: match by `labels` alone; false: by all others. */
  readonly on: boolean;
  readonly labels: readonly string[];
  readonly card: "one-to-one" | "many-to-one" | "one-to-many" | "many-to-many";
  /** Labels that group_left or group_right takes over from the one side. */
  readonly include: readonly string[];
}

export interface UnaryExpr {
  readonly kind: "unary";
  readonly at: number;
  readonly negative: boolean;
  readonly expr: Expr;
}

export interface ParenExpr {
  readonly kind: "paren";
  readonly at: number;
  readonly expr: Expr;
}

export type ValueType = "scalar" | "vector" | "matrix" | "string";

/** The types' names as error messages have them. */
export const TYPE_NAMES: Readonly<Record<ValueType, string>> = {
  scalar: "scalar",
  vector: "instant vector",
  matrix: "range vector",
  string: "string",
};
