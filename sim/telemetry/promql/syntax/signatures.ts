import type { ValueType } from "./expr.ts";

/** Arguments and result of a function; `optional` counts the arguments from the end that may be left out, -1: any number of repeats. */
export interface Signature {
  readonly args: readonly ValueType[];
  readonly optional: number;
  readonly returns: ValueType;
}

const takes = (args: string, returns: ValueType = "vector", optional = 0): Signature => ({
  args: args === "" ? [] : (args.split(" ") as ValueType[]),
  optional,
  returns,
});

const table = (names: string, signature: Signature): [string, Signature][] => names.split(" ").map((name) => [name, signature]);

/** Every function by name. */
export const SIGNATURES: ReadonlyMap<string, Signature> = new Map([
  ...table(
    "rate increase irate delta idelta deriv resets changes avg_over_time min_over_time max_over_time sum_over_time count_over_time stddev_over_time stdvar_over_time last_over_time first_over_time present_over_time absent_over_time mad_over_time",
    takes("matrix"),
  ),
  ...table("quantile_over_time", takes("scalar matrix")),
  ...table("predict_linear", takes("matrix scalar")),
  ...table("double_exponential_smoothing holt_winters", takes("matrix scalar scalar")),
  ...table(
    "abs ceil floor sqrt exp ln log2 log10 sgn sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh deg rad absent sort sort_desc timestamp histogram_count histogram_sum histogram_avg histogram_stddev histogram_stdvar",
    takes("vector"),
  ),
  ...table("histogram_quantile", takes("scalar vector")),
  ...table("histogram_fraction", takes("scalar scalar vector")),
  ...table("round", takes("vector scalar", "vector", 1)),
  ...table("clamp", takes("vector scalar scalar")),
  ...table("clamp_min clamp_max", takes("vector scalar")),
  ...table("label_replace", takes("vector string string string string")),
  ...table("label_join", takes("vector string string string", "vector", -1)),
  ...table("sort_by_label sort_by_label_desc", takes("vector string", "vector", -1)),
  ...table("vector", takes("scalar")),
  ...table("scalar", takes("vector", "scalar")),
  ...table("time pi", takes("", "scalar")),
  ...table("minute hour day_of_month day_of_week day_of_year days_in_month month year", takes("vector", "vector", 1)),
]);
