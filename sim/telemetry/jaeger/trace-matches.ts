import type { TraceSearch } from "./search-traces.ts";
import type { Span, Trace } from "./trace-model.ts";

/** True when one span of the service fits all that a search asks for. */
export const traceMatches = (trace: Trace, search: TraceSearch): boolean =>
  trace.spans.some(
    (span) =>
      span.startTime >= search.fromMs * 1000 &&
      span.startTime <= search.toMs * 1000 &&
      trace.processes[span.processID]?.serviceName === search.service &&
      (search.operation === undefined || span.operationName === search.operation) &&
      span.duration >= search.minUs &&
      span.duration <= search.maxUs &&
      hasTags(span, search.tags),
  );

const hasTags = (span: Span, tags: Readonly<Record<string, string>>): boolean =>
  Object.entries(tags).every(([key, value]) => span.tags.some((one) => one.key === key && `${one.value}` === value));
