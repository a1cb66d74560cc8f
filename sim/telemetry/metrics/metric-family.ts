import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import type { Labels } from "../promql/labels.ts";
import type { Matcher } from "../promql/series.ts";
import type { ScrapeJob } from "./scrape.ts";

/** Name, type and help of every metric family. */
interface FamilyHead {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary" | "unknown";
  readonly help: string;
}

/** A metric that is a function of one object's state: the samples of kube-state-metrics. */
export interface ObjectFamily<T extends KubeObject = KubeObject> extends FamilyHead {
  readonly resource: string;
  /** Labels (without name, job and instance) and value of each series; absent series are left out. */
  readonly rows: (object: T) => readonly ObjectRow[];
}

export type ObjectRow = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A metric that is a function of the world's history at an instant. */
export interface SampledFamily extends FamilyHead {
  readonly job: ScrapeJob;
  /** The series that ever were; those that a matcher refuses may be left out. Derived from immutable history; called at each query, so it must be cheap or kept. */
  readonly series: (world: World, matchers?: readonly Matcher[]) => readonly SampledSeries[];
  /** Names of the series where they differ from the family's: `x_bucket`, `x_sum`, `x_count`. */
  readonly seriesNames?: readonly string[];
}

export interface SampledSeries {
  readonly labels: Labels;
  /** First and last instant (inclusive, exclusive) at which the target exports it; missing end: it still does. */
  readonly fromMs: number;
  readonly untilMs?: number;
  /** True: the target writes its own sample times, so the last sample is seen for five minutes after the end. */
  readonly lingers?: boolean;
  /** True: once exported the value is there until the end, and it never decreases. */
  readonly isMonotone?: true;
  /** Value at a scrape; undefined: not exported then. */
  readonly valueAt: (atMs: number) => number | undefined;
}
