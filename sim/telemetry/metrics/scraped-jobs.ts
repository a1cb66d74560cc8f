/** Namespace of the exporters, each of whose containers has the name of its job. */
export const EXPORTER_NAMESPACE = "observe";

/** Scrape target of kube-state-metrics. */
export const STATE_TARGET = Object.freeze({ job: "kube-state-metrics", instance: "kube-state-metrics.observe.svc:8080" });

/** Scrape target of the trace collector's span metrics. */
export const SPANS_TARGET = Object.freeze({ job: "otel-collector", instance: "otel-collector.observe.svc:8889" });
