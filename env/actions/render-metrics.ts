import { clockText } from "./telemetry-time.ts";

/** `[unix seconds, value]` as in Prometheus' JSON. */
type Sample = readonly [number, string];

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value?: Sample;
  readonly values?: readonly Sample[];
}

/** The data of a successful answer. */
export interface MetricsData {
  readonly resultType: "vector" | "matrix" | "scalar" | "string";
  readonly result: readonly Series[] | Sample;
}

/** Maximum number of series shown; a query that returns more should aggregate. */
const SERIES_MAX = 50;
/** Maximum number of points shown of a series; longer ones are thinned evenly. */
const POINTS_MAX = 20;

/** Renders an answer as a bounded table: one line per series with its labels and values. */
export const renderMetrics = ({ resultType, result }: MetricsData): string => {
  if (resultType === "scalar" || resultType === "string") return `${(result as Sample)[1]}\n`;
  const series = result as readonly Series[];
  if (series.length === 0) return "No data: no series matches the query.\n";
  const shown = series.slice(0, SERIES_MAX);
  const lines = resultType === "vector" ? shown.map(vectorLine) : shown.map(matrixBlock);
  if (series.length > SERIES_MAX) lines.push(`... ${series.length - SERIES_MAX} more series; aggregate with sum by (…) or topk(…)`);
  return `${lines.join("\n")}\n`;
};

const vectorLine = ({ metric, value }: Series): string => `${labelText(metric)}  ${shortNumber(value?.[1] ?? "")}`;

const matrixBlock = ({ metric, values = [] }: Series): string => {
  const every = Math.ceil(values.length / POINTS_MAX);
  const points = values.filter((_, index) => index % every === (values.length - 1) % every);
  return `${labelText(metric)}\n  ${points.map(([at, value]) => `${clockText(at * 1000)}=${shortNumber(value)}`).join("  ")}`;
};

const labelText = (metric: Readonly<Record<string, string>>): string => {
  const { __name__: name = "", ...labels } = metric;
  const pairs = Object.keys(labels)
    .sort()
    .map((key) => `${key}=${JSON.stringify(labels[key])}`);
  return `${name}{${pairs.join(", ")}}`;
};

/** Renders a number with six significant digits. */
const shortNumber = (text: string): string => {
  const value = Number(text);
  return Number.isFinite(value) && text.length > 8 ? String(Number(value.toPrecision(6))) : text;
};
