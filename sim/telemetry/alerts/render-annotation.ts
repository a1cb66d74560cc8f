import { formatValue } from "../promql/format-value.ts";
import type { Labels } from "../promql/labels.ts";

/** Fills `{{ $labels.x }}` and `{{ $value | … }}` of an annotation. */
export const renderAnnotation = (template: string, labels: Labels, value: number): string =>
  template.replace(
    /\{\{\s*\$(?:labels\.(\w+)|value(?:\s*\|\s*(\w+)(?:\s+"([^"]*)")?)?)\s*\}\}/g,
    (_whole, label?: string, filter?: string, format?: string) =>
      label !== undefined ? (labels[label] ?? "") : filtered(value, filter, format),
  );

const filtered = (value: number, filter: string | undefined, format: string | undefined): string => {
  if (filter === "humanizePercentage") return `${significant(value * 100, 4)}%`;
  if (filter === "humanize") return humanize(value);
  if (filter === "printf") return value.toFixed(Number(/%\.(\d+)f/.exec(format ?? "")?.[1] ?? 0));
  return formatValue(value);
};

/** Go's `%.4g`. */
const significant = (value: number, digits: number): string => {
  if (!Number.isFinite(value)) return formatValue(value);
  return formatValue(Number(value.toPrecision(digits)));
};

const SUFFIXES = ["", "k", "M", "G", "T", "P"];

const humanize = (value: number): string => {
  let scaled = value;
  let step = 0;
  while (Math.abs(scaled) >= 1000 && step < SUFFIXES.length - 1) {
    scaled /= 1000;
    step += 1;
  }
  return `${significant(scaled, 4)}${SUFFIXES[step]}`;
};
