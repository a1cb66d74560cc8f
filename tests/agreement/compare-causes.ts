import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Slot } from "#pool/backend.ts";
import type { Comparison, Watched } from "./agreement.ts";
import { askSamples, type SpanSeen } from "./ask.ts";
import { keyOf, type Requests } from "./compare-requests.ts";

/** Number of lines that a program's logger lets through of one kind of failure, 1/s. */
const LINES_PER_S_MAX = 5;
/** Number of failures from which at least one line of one kind is sure to be there. */
const SURE = 30;

/**
 * Compares failures of users with their causes: the last span that failed has an error, and its program has logged it, each time unless there
 * are too many for its logger or the program ended before it knew.
 */
export const compareCauses = async (watched: Watched, requests: Requests): Promise<readonly Comparison[]> => {
  const { traces, seconds } = requests;
  const failed = traces.flatMap((trace) => causesIn(trace));
  const peaks = await peakErrors(watched, seconds);
  const comparisons: Comparison[] = [];
  for (const [service, causes] of Map.groupBy(failed, (span) => span.service)) {
    const own = traces.flatMap((trace) => firstFailures(trace)).filter((span) => span.service === service);
    const lifeMs = await lifeOf(watched.slot, service);
    for (const pattern of new Set(causes.map(({ error = "" }) => patternOf(error)))) {
      const alike = own.filter(({ error = "" }) => new RegExp(pattern).test(error));
      const keys = new Set(alike.map(keyOf));
      const { events, variance } = countEvents(requests, alike);
      const lateMs = alike.reduce((sum, { ms }) => sum + ms, 0) / alike.length;
      const later = { slot: watched.slot, fromMs: watched.fromMs + lateMs, toMs: watched.toMs + lateMs };
      const lines = await countLines(later, service, pattern);
      const known = events * Math.max(0, 1 - lateMs / lifeMs);
      const isSure = Math.min(known, LINES_PER_S_MAX * seconds) >= SURE;
      const isWhole = lateMs < 0.02 * lifeMs && [...keys].every((key) => (peaks.get(key) ?? 0) < LINES_PER_S_MAX);
      const detail = `${Math.round(events)} failures, ${lines} lines: ${alike[0]?.error}`;
      comparisons.push(
        isWhole
          ? {
              check: "causes: traces, logs",
              subject: service,
              said: [events, once(events, lines)],
              deviation: Math.sqrt(variance + 1),
              detail,
            }
          : { check: "cause: trace, log", subject: service, said: [isSure ? 1 : 0, isSure ? Math.min(1, lines) : 0], deviation: 0, detail },
      );
    }
  }
  return comparisons;
};

/** Number of lines, where a logger may repeat the message of a failure in the lines after it. */
const once = (events: number, lines: number): number => lines / Math.max(1, Math.round(lines / Math.max(1, events)));

/** Number of failures of the kinds that some traces have: their share of all in the traces, of the number in the metrics. */
const countEvents = ({ groups, traces }: Requests, alike: readonly SpanSeen[]) => {
  const all = Map.groupBy(
    traces.flat().filter(({ error }) => error !== undefined),
    keyOf,
  );
  let [events, variance] = [0, 0];
  for (const [key, spans] of Map.groupBy(alike, keyOf)) {
    const errors = groups.get(key)?.errors ?? 0;
    const sampled = all.get(key)?.length ?? 0;
    const share = spans.length / sampled;
    events += errors * share;
    variance += errors * share + (errors ** 2 * share * (1 - share)) / sampled;
  }
  return { events, variance };
};

/** Greatest number of errors per second, by kind of span. */
const peakErrors = async ({ slot, toMs }: Watched, seconds: number): Promise<ReadonlyMap<string, number>> => {
  const errors = `sum by (service_name, span_kind, span_name) (rate(traces_span_metrics_calls_total{status_code="STATUS_CODE_ERROR"}[30s]))`;
  const samples = await askSamples(slot.admin, "prometheus", `max_over_time((${errors})[${seconds}s:15s])`, toMs);
  return new Map(
    samples.map(({ labels, value }) => [
      keyOf({
        service: labels["service_name"] ?? "",
        kind: labels["span_kind"] === "SPAN_KIND_CLIENT" ? "client" : "server",
        name: labels["span_name"] ?? "",
      }),
      value,
    ]),
  );
};

/** Time for which a service's program runs before it ends, ms: that of its last run that ended, the shortest of all pods. */
const lifeOf = async ({ admin, namespace }: Slot, service: string): Promise<number> => {
  const ofService = new RegExp(`^${podsOf(service)}$`);
  const pods = (await listObjects<Pod>(admin, { resource: "pods", namespace })).filter(({ metadata }) => ofService.test(metadata.name));
  const ended = pods.flatMap(({ status }) => (status?.containerStatuses ?? []).flatMap(({ lastState }) => lastState?.terminated ?? []));
  return Math.min(...ended.map(({ startedAt = "", finishedAt = "" }) => Date.parse(finishedAt) - Date.parse(startedAt)));
};

/** The spans of a trace in which its failure began: they failed, and nothing below them did. */
const causesIn = (trace: readonly SpanSeen[]): readonly SpanSeen[] =>
  trace.some(({ error, parent }) => error !== undefined && parent === undefined) ? firstFailures(trace) : [];

/** The spans of a trace that failed, and nothing below them did. */
const firstFailures = (trace: readonly SpanSeen[]): readonly SpanSeen[] => {
  const failed = trace.filter(({ error }) => error !== undefined);
  const blamed = new Set(failed.map(({ parent }) => parent));
  return failed.filter(({ id }) => !blamed.has(id));
};

const podsOf = (service: string): string => `${service}-([a-z0-9]+-[a-z0-9]{5}|[a-z0-9]{5}|[0-9]+)`;

/** Lines of a component's pods with a message. */
const countLines = async ({ slot, fromMs, toMs }: Watched, service: string, pattern: string): Promise<number> => {
  const untilMs = Math.min(slot.admin.clock.nowMs(), toMs);
  const query = `sum(count_over_time({namespace="${slot.namespace}", pod=~${JSON.stringify(podsOf(service))}} |~ ${quote(pattern)} [${Math.round((untilMs - fromMs) / 1000)}s]))`;
  return (await askSamples(slot.admin, "loki", query, untilMs))[0]?.value ?? 0;
};

/** Time after a request at which its failure is logged at the latest, since its caller waits first, ms. */
export const LATE_MS = 35_000;

/**
 * The longest line of a message; what a library itself writes of it, without the caller's words; or the request, as access logs have it.
 * Loggers escape quotes.
 */
const patternOf = (message: string): string => {
  const longest = message.split("\n").reduce((best, line) => (line.length > best.length ? line : best), "");
  const inner = longest.slice(longest.indexOf(": ") + 2);
  const request = /^"[^"]+"/.exec(longest)?.[0] ?? "";
  return [longest, inner, request]
    .filter((text) => text !== "" && (text !== inner || inner.length >= LENGTH_MIN))
    .map(escapePattern)
    .join("|");
};

const LENGTH_MIN = 20;

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/["']/g, "\\\\*[\"']");

const quote = (pattern: string): string => (pattern.includes("`") ? JSON.stringify(pattern) : `\`${pattern}\``);
