import { keepUpTo } from "#core/keep-up-to.ts";
import type { Labels } from "../../promql/labels.ts";
import { SPANS_TARGET } from "../scraped-jobs.ts";

/** Labels that tell the series of span groups apart. */
export interface SpanGroupName {
  readonly namespace: string;
  readonly service: string;
  readonly kind: "SPAN_KIND_SERVER" | "SPAN_KIND_CLIENT";
  readonly span: string;
}

/** The counter of spans. */
export const CALLS = "traces_span_metrics_calls_total";
/** The histogram of their durations. */
export const HISTOGRAM = "traces_span_metrics_duration_milliseconds";
/** Bounds of the histogram in ms, without +Inf. */
export const SPAN_BOUNDS_MS: readonly number[] = [5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 1500, 2000, 5000];

/** Labels of a series of spans. Equal labels are one object, so that values derived from them are computed once. */
export const spanLabels = (name: string, group: SpanGroupName, status: string, le?: string): Labels =>
  keptLabels(`${name} ${group.namespace} ${group.service} ${group.kind} ${group.span} ${status} ${le ?? ""}`, () => ({
    // In byte order, as label sets are.
    __name__: name,
    instance: SPANS_TARGET.instance,
    job: SPANS_TARGET.job,
    ...(le !== undefined && { le }),
    namespace: group.namespace,
    service_name: group.service,
    span_kind: group.kind,
    span_name: group.span,
    status_code: status,
  }));

const keptLabels = keepUpTo<string, Labels>(20_000);
