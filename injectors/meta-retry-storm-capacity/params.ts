/** Parameters of the fault: the settings of calls, who reads them, and the limit that containers get by default. */
export interface Params {
  readonly target: string;
  readonly consumers: readonly string[];
  readonly timeoutKey: string;
  readonly timeout: string;
  readonly retriesKey: string;
  readonly retries: string;
  /** Name of the LimitRange. */
  readonly limits: string;
  readonly cpu: string;
}
