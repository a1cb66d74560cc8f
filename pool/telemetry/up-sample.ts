import { METRIC_NAME, makeLabels } from "#sim/telemetry/promql/labels.ts";
import type { Sample } from "./exposition.ts";

/** What Prometheus notes of each scrape: whether it succeeded. */
export const upSample = (target: Readonly<Record<string, string>>, isUp: boolean): Sample => ({
  labels: makeLabels(Object.entries({ ...target, [METRIC_NAME]: "up" })),
  value: isUp ? 1 : 0,
});
