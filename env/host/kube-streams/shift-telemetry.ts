import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";
import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";

type Api = TelemetryRequest["api"];

/**
 * Shifts the times that a request asks for, such as `start`. Other texts, such as the query, are as they were.
 *
 * @param shiftMs whole seconds in ms
 */
export const shiftRequest = (request: TelemetryRequest, shiftMs: number): TelemetryRequest => {
  if (shiftMs === 0) return request;
  const params = Object.entries(request.params).map(([name, text]) => {
    const unitsPerMs = PARAMETERS[request.api][name];
    return [name, unitsPerMs === undefined ? text : shiftMoment(text, shiftMs, unitsPerMs)] as const;
  });
  return { ...request, params: Object.fromEntries(params) };
};

/** Shifts the times in the body of an answer: those of samples, of lines, of spans and of alerts, not those in values and texts. */
export const shiftBody = (api: Api, body: unknown, shiftMs: number): unknown => (shiftMs === 0 ? body : SHIFTS[api](body, shiftMs));

/** Parameters that are times, with the number of their units in a millisecond; a number of seconds has 10 digits, one of nanoseconds 19. */
const PARAMETERS: Readonly<Record<Api, Readonly<Record<string, number>>>> = {
  prometheus: { time: 0.001, start: 0.001, end: 0.001 },
  loki: { time: 0.001, start: 0.001, end: 0.001 },
  jaeger: { start: 1_000, end: 1_000, endTs: 1 },
};

const shiftMoment = (text: string, shiftMs: number, unitsPerMs: number): string => {
  if (/^-?\d+$/.test(text)) {
    const isNanoseconds = unitsPerMs < 1 && text.length > SECONDS_DIGITS;
    return isNanoseconds ? shiftNanoseconds(text, shiftMs) : String(Number(text) + shiftMs * unitsPerMs);
  }
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return shiftSeconds(Number(text), shiftMs).toFixed(3);
  return shiftTimestamp(text, shiftMs);
};

const SECONDS_DIGITS = 12;

/** Whole milliseconds in between, since tenths have no exact form. */
const shiftSeconds = (seconds: number, shiftMs: number): number => (Math.round(seconds * 1_000) + shiftMs) / 1_000;

const shiftNanoseconds = (text: string, shiftMs: number): string => String(BigInt(text) + BigInt(shiftMs) * 1_000_000n);

/** An RFC 3339 timestamp keeps its fraction, since the shift is whole seconds. */
const shiftTimestamp = (text: string, shiftMs: number): string => {
  const [, fraction = ""] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?/.exec(text) ?? [];
  const ms = parseTimestamp(text);
  return ms === undefined ? text : `${toTimestamp(ms + shiftMs).slice(0, SECOND_CHARACTERS)}${fraction}Z`;
};

const SECOND_CHARACTERS = "2026-01-02T15:04:05".length;

/** Shifts what `shift` changes at any depth; what it returns unchanged is looked into. Members of a list have the key of the list. */
const shiftDeep = (value: unknown, shift: (value: unknown, key: string) => unknown, key = ""): unknown => {
  const shifted = shift(value, key);
  if (shifted !== value || typeof value !== "object" || value === null) return shifted;
  if (Array.isArray(value)) return value.map((member) => shiftDeep(member, shift, key));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shiftDeep(member, shift, name)]));
};

/** True for a moment with what was then: a sample, a line, or a scalar. */
const isSample = (value: unknown, key: string): value is readonly [number | string, string] =>
  SAMPLE_KEYS.has(key) && Array.isArray(value) && value.length === 2 && typeof value[1] === "string";

const SAMPLE_KEYS: ReadonlySet<string> = new Set(["value", "values", "result"]);

const RULE_TIMES: ReadonlySet<string> = new Set(["activeAt", "lastEvaluation", "lastScrape"]);
const SPAN_TIMES: ReadonlySet<string> = new Set(["startTime", "timestamp"]);

const SHIFTS: Readonly<Record<Api, (body: unknown, shiftMs: number) => unknown>> = {
  prometheus: (body, shiftMs) =>
    shiftDeep(body, (value, key) => {
      if (isSample(value, key) && typeof value[0] === "number") return [shiftSeconds(value[0], shiftMs), value[1]];
      return typeof value === "string" && RULE_TIMES.has(key) ? shiftTimestamp(value, shiftMs) : value;
    }),
  loki: (body, shiftMs) =>
    shiftDeep(body, (value, key) => {
      if (!isSample(value, key)) return value;
      if (typeof value[0] === "number") return [shiftSeconds(value[0], shiftMs), value[1]];
      return /^\d{19}$/.test(value[0]) ? [shiftNanoseconds(value[0], shiftMs), value[1]] : value;
    }),
  jaeger: (body, shiftMs) =>
    shiftDeep(body, (value, key) => (typeof value === "number" && SPAN_TIMES.has(key) ? value + shiftMs * 1_000 : value)),
};
