import { METRIC_NAME, makeLabels } from "#sim/telemetry/promql/labels.ts";
import type { Sample } from "./exposition.ts";

/** Creates the `up` sample of a scrape: 1 if it succeeded, else 0. */
export const upSample = (target: Readonly<Record<string, string>>, isUp: boolean): Sample => ({
  labels: makeLabels(Object.entries({ ...target, [METRIC_NAME]: "up" })),
  value: isUp ? 1 : 0,
});
