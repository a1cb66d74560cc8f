import { type Labels, labelsKey } from "../labels.ts";
import { executionError } from "../promql-error.ts";
import type { Sample } from "../value.ts";

/** A series put together step by step. */
export interface CollectedSeries {
  readonly labels: Labels;
  readonly timesMs: number[];
  readonly values: number[];
}

/** Gathers the vectors of successive instants into series. */
export const createCollector = () => {
  const all = new Map<string, CollectedSeries>();
  return {
    add: (atMs: number, vector: readonly Sample[]): void => {
      for (const { labels, value } of vector) {
        const key = labelsKey(labels);
        let series = all.get(key);
        if (series === undefined) {
          series = { labels, timesMs: [], values: [] };
          all.set(key, series);
        }
        if (series.timesMs.at(-1) === atMs) throw executionError("vector cannot contain metrics with the same labelset");
        series.timesMs.push(atMs);
        series.values.push(value);
      }
    },
    series: (): readonly CollectedSeries[] => [...all.values()],
  };
};
