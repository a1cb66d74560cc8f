/** Where kube-state-metrics tells of objects. */
export const STATE_TARGET = Object.freeze({ job: "kube-state-metrics", instance: "kube-state-metrics.observe.svc:8080" });

/** Where the trace collector tells of spans. */
export const SPANS_TARGET = Object.freeze({ job: "otel-collector", instance: "otel-collector.observe.svc:8889" });
