import type { AlertSpan } from "#viewer/protocol.ts";
import type { Series } from "./read-objects.ts";

/**
 * Spans in which alerts were pending or firing, from the series `ALERTS` of Prometheus.
 *
 * @param startMs start of the episode, Unix ms
 * @param stepS distance of the values; a longer one is a gap, s
 */
export const alertSpans = (series: readonly Series[], startMs: number, stepS: number): readonly AlertSpan[] =>
  series
    .flatMap(({ metric, values }) => {
      const { alertname = "", alertstate, ...labels } = metric;
      const known = { name: alertname, about: aboutOf(labels), state: alertstate === "firing" ? "firing" : "pending" } as const;
      return joined(values, stepS).map(([fromS, toS]) => ({ ...known, from: minutes(fromS, startMs), to: minutes(toS, startMs) }));
    })
    .sort((a, b) => a.from - b.from || (a.name < b.name ? -1 : 1));

const minutes = (atS: number, startMs: number): number => Number(((atS - startMs / 1000) / 60).toFixed(3));

/** Joins instants to spans; each instant stands for the distance to the next. */
const joined = (values: Series["values"], stepS: number): readonly (readonly [number, number])[] => {
  const spans: [number, number][] = [];
  for (const [at] of values) {
    const last = spans.at(-1);
    if (last !== undefined && at - last[1] < stepS / 2) last[1] = at + stepS;
    else spans.push([at, at + stepS]);
  }
  return spans;
};

/** Component that an alert's labels name; empty: none. */
export const aboutOf = (labels: Readonly<Record<string, string>>): string => {
  const name = ABOUT.find((label) => labels[label] !== undefined);
  return name === undefined ? "" : (labels[name] ?? "");
};

const ABOUT = ["service_name", "pod", "deployment", "statefulset", "daemonset", "persistentvolumeclaim", "job_name", "node", "instance"];
