import type { Comparison, Watched } from "./agreement.ts";
import { askSamples, type SpanSeen } from "./ask.ts";
import type { Requests } from "./compare-requests.ts";

/** Number of lines that a program's logger lets through of one kind of failure, 1/s. */
const LINES_PER_S_MAX = 5;
/** Number of failures from which at least one line of one kind is sure to be there. */
const SURE = 30;

/** Compares failures of users with their causes: the last span that failed has an error, and its program has logged it. */
export const compareCauses = async ({ slot, fromMs, toMs }: Watched, requests: Requests): Promise<readonly Comparison[]> => {
  const { groups, traces, seconds } = requests;
  const failed = traces.flatMap((trace) => causesIn(trace));
  const comparisons: Comparison[] = [];
  for (const [key, causes] of Map.groupBy(failed, ({ service, kind, name }) => `${service} ${kind} ${name}`)) {
    const errors = groups.get(key)?.errors ?? 0;
    for (const [message, same] of Map.groupBy(causes, ({ error = "" }) => error)) {
      const { service } = same[0] as SpanSeen;
      const all = traces.flat().filter((span) => `${span.service} ${span.kind} ${span.name}` === key && span.error !== undefined);
      const alike = all.filter(({ error }) => error === message).length;
      const events = (errors * alike) / Math.max(1, all.length);
      const lines = await countLines({ slot, fromMs, toMs }, service, message);
      const least = Math.min(events, LINES_PER_S_MAX * seconds);
      const isSure = least >= SURE;
      const said: readonly [number, number] = [isSure ? 1 : 0, isSure ? Math.min(1, lines) : 0];
      const detail = `${Math.round(events)} failures, ${lines} lines: ${message}`;
      comparisons.push({ check: "cause: trace, log", subject: key, said, deviation: 0, detail });
    }
  }
  return comparisons;
};

/** The spans of a trace in which its failure began: they failed, and nothing below them did. */
export const causesIn = (trace: readonly SpanSeen[]): readonly SpanSeen[] => {
  const failed = trace.filter(({ error }) => error !== undefined);
  if (!failed.some(({ parent }) => parent === undefined)) return [];
  const blamed = new Set(failed.map(({ parent }) => parent));
  return failed.filter(({ id }) => !blamed.has(id));
};

/** Lines of a component's pods with a message, late ones included. */
export const countLines = async ({ slot, fromMs, toMs }: Watched, service: string, message: string): Promise<number> => {
  const untilMs = Math.min(slot.admin.clock.nowMs(), toMs + LATE_MS);
  const pods = `${service}-([a-z0-9]+-[a-z0-9]{5}|[a-z0-9]{5}|[0-9]+)`;
  const query = `sum(count_over_time({namespace="${slot.namespace}", pod=~${JSON.stringify(pods)}} |~ ${quote(patternOf(message))} [${Math.round((untilMs - fromMs) / 1000)}s]))`;
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
