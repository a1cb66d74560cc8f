import { expect, test } from "vitest";
import { askTelemetry } from "./ask-telemetry.ts";
import { shiftBody, shiftRequest } from "./shift-telemetry.ts";

const HOUR_MS = 3_600_000;

test.each([
  ["prometheus", { time: "1700000000" }, { time: "1700003600" }],
  ["prometheus", { time: "1700000000.123", query: "up @ 1700000000" }, { time: "1700003600.123", query: "up @ 1700000000" }],
  ["prometheus", { start: "2026-01-02T15:04:05.678Z", step: "15" }, { start: "2026-01-02T16:04:05.678Z", step: "15" }],
  ["prometheus", { time: "2026-01-02T15:04:05+02:00" }, { time: "2026-01-02T14:04:05Z" }],
  ["prometheus", { time: "nonsense" }, { time: "nonsense" }],
  ["loki", { start: "1700000000123456789", end: "1700000000" }, { start: "1700003600123456789", end: "1700003600" }],
  ["jaeger", { start: "1700000000000001", endTs: "1700000000000" }, { start: "1700003600000001", endTs: "1700003600000" }],
] as const)("times in a request to %s move with the clock: %j", (api, params, moved) => {
  expect(shiftRequest({ api, path: "/", params }, HOUR_MS).params).toEqual(moved);
});

test.each([
  [
    "prometheus",
    { data: { result: [{ metric: { a: "1" }, value: [1700000000.5, "1700000000"] }, { values: [[1700000000, "1"]] }] } },
    { data: { result: [{ metric: { a: "1" }, value: [1700003600.5, "1700000000"] }, { values: [[1700003600, "1"]] }] } },
  ],
  [
    "prometheus",
    { data: { alerts: [{ activeAt: "2026-01-02T15:04:05.5Z", value: "1e+00" }] } },
    { data: { alerts: [{ activeAt: "2026-01-02T16:04:05.5Z", value: "1e+00" }] } },
  ],
  [
    "loki",
    { data: { result: [{ values: [["1700000000123456789", "at 1700000000123456789"]] }, { values: [[1700000000, "2"]] }] } },
    { data: { result: [{ values: [["1700003600123456789", "at 1700000000123456789"]] }, { values: [[1700003600, "2"]] }] } },
  ],
  ["loki", { data: ["1700000000123456789", "pod"] }, { data: ["1700000000123456789", "pod"] }],
  [
    "jaeger",
    { data: [{ spans: [{ startTime: 1700000000000001, duration: 5, logs: [{ timestamp: 1700000000000002 }] }] }] },
    { data: [{ spans: [{ startTime: 1700003600000001, duration: 5, logs: [{ timestamp: 1700003600000002 }] }] }] },
  ],
] as const)("times in an answer of %s move with the clock, values and texts do not", (api, body, moved) => {
  expect(shiftBody(api, body, HOUR_MS)).toEqual(moved);
});

test.each([
  ["prometheus", 422],
  ["loki", 400],
  ["jaeger", 500],
] as const)("an answer of %s that is too large is refused in its own form", async (api, status) => {
  const huge = { data: "x".repeat(9 * 1024 * 1024) };
  const answer = await askTelemetry(async () => ({ status: 200, body: huge }), { api, path: "/", params: {} }, 0);
  expect(answer.status).toBe(status);
  expect(answer.contentType).toMatch(api === "loki" ? /^text\/plain/ : /^application\/json/);
});
