import type { RetrySettings } from "../retry-settings.ts";

/** Parameters of the fault: the settings of calls, who reads them, and the burst of requests that sets the storm off. */
export interface Params extends RetrySettings {
  /** Workload that users call, and how many pods it has, so that the burst gets through to what is behind it. */
  readonly front: string;
  readonly frontPods: number;
  /** Requests during the burst, as a multiple of what there are otherwise. */
  readonly burst: number;
  readonly burstMs: number;
}
