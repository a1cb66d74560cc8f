import { type Labels, METRIC_NAME, makeLabels } from "#sim/telemetry/promql/labels.ts";
import type { MetricHead } from "#sim/telemetry/telemetry-source.ts";

/** Parsed page of metrics of a target. */
export interface Exposition {
  readonly heads: readonly MetricHead[];
  readonly samples: readonly Sample[];
}

/** One line of it. The target's own timestamp is dropped: samples are from the time of the scrape. */
export interface Sample {
  /** Labels, including the name. */
  readonly labels: Labels;
  readonly value: number;
}

/**
 * Parses Prometheus' text format, version 0.0.4.
 *
 * @param wants selects the metrics to keep; missing: all
 * @throws Error that names the invalid line
 */
export const parseExposition = (text: string, wants: (name: string) => boolean = () => true): Exposition => {
  const types = new Map<string, MetricHead["type"]>();
  const helps = new Map<string, string>();
  const samples: Sample[] = [];
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    if (text[start] === "#") readComment(text.slice(start, end), types, helps);
    else if (end > start && text.slice(start, end).trim() !== "") {
      const sample = readSample(text.slice(start, end).trim(), line, wants);
      if (sample !== undefined) samples.push(sample);
    }
    start = end + 1;
  }
  const heads = [...types].flatMap(([name, type]) => (wants(name) ? [{ name, type, help: helps.get(name) ?? "" }] : []));
  return { heads, samples };
};

const TYPES: Readonly<Record<string, MetricHead["type"]>> = { counter: "counter", gauge: "gauge", histogram: "histogram" };

const readComment = (comment: string, types: Map<string, MetricHead["type"]>, helps: Map<string, string>): void => {
  const [, word, name = "", rest = ""] = /^#\s+(HELP|TYPE)\s+(\S+)\s?(.*)$/.exec(comment) ?? [];
  if (word === "TYPE") types.set(name, TYPES[rest.trim()] ?? "unknown");
  if (word === "HELP")
    helps.set(
      name,
      rest.replace(/\\(\\|n)/g, (_, what: string) => (what === "n" ? "\n" : "\\")),
    );
};

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/;

const readSample = (text: string, line: number, wants: (name: string) => boolean): Sample | undefined => {
  const name = NAME.exec(text)?.[0];
  if (name === undefined) throw sampleError(text, line);
  if (!wants(name)) return undefined;
  const entries: [string, string][] = [[METRIC_NAME, name]];
  let at = name.length;
  while (text[at] === " " || text[at] === "\t") at += 1;
  if (text[at] === "{") at = readLabels(text, at + 1, entries, line);
  const [value = "", timestamp, ...more] = text.slice(at).trim().split(/\s+/);
  const number = VALUES[value] ?? (value === "" ? Number.NaN : Number(value));
  if ((Number.isNaN(number) && value !== "NaN") || (timestamp !== undefined && !/^-?\d+$/.test(timestamp)) || more.length > 0)
    throw sampleError(text, line);
  return { labels: makeLabels(entries), value: number };
};

const VALUES: Readonly<Record<string, number>> = {
  "+Inf": Number.POSITIVE_INFINITY,
  "-Inf": Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
};

const LABEL = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,?)/y;

/** @returns the index after the closing brace */
const readLabels = (text: string, from: number, entries: [string, string][], line: number): number => {
  for (let at = from; ; ) {
    const rest = /\s*\}/y;
    rest.lastIndex = at;
    if (rest.test(text)) return rest.lastIndex;
    LABEL.lastIndex = at;
    const [, name, value = "", comma] = LABEL.exec(text) ?? [];
    if (name === undefined) throw sampleError(text, line);
    entries.push([name, value.includes("\\") ? unescaped(value) : value]);
    at = LABEL.lastIndex;
    if (comma === "" && text[at] !== "}") throw sampleError(text, line);
  }
};

const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char));

const sampleError = (text: string, line: number): Error => new Error(`line ${line} is no sample: ${text.slice(0, 80)}`);
