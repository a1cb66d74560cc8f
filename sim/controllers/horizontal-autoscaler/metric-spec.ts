/** One metric of an autoscaler, `autoscaling/v2`. */
export interface MetricSpec {
  readonly type?: string;
  readonly resource?: { readonly name: string; readonly target: MetricTarget };
  readonly containerResource?: { readonly name: string; readonly container: string; readonly target: MetricTarget };
  readonly pods?: { readonly metric: MetricName; readonly target: MetricTarget };
  readonly object?: {
    readonly metric: MetricName;
    readonly describedObject: { readonly kind: string; readonly name: string };
    readonly target: MetricTarget;
  };
  readonly external?: { readonly metric: MetricName; readonly target: MetricTarget };
}

/** Target value of a metric. */
export interface MetricTarget {
  readonly type?: string;
  readonly averageUtilization?: number;
  readonly averageValue?: string;
  readonly value?: string;
}

interface MetricName {
  readonly name: string;
}

/** Replicas that one metric proposes. */
export interface Proposal {
  readonly replicas: number;
  /** As reasons name it: `cpu resource utilization (percentage of request)`. */
  readonly metric: string;
  /** The entry of `status.currentMetrics`. */
  readonly status: unknown;
}

/** Failure of a metric that proposes nothing. */
export interface MetricFailure {
  /** Reason of the event and of the condition: `FailedGetResourceMetric`. */
  readonly reason: string;
  /** `failed to get cpu utilization: …`. */
  readonly problem: string;
  /** The frame that the sum of all metrics puts around it. */
  readonly frame: string;
}
