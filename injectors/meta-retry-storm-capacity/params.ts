import type { RetrySettings } from "../retry-settings.ts";

/** Parameters of the fault: the settings of calls, who reads them, and the limit that containers get by default. */
export interface Params extends RetrySettings {
  /** Name of the LimitRange. */
  readonly limits: string;
  readonly cpu: string;
}
