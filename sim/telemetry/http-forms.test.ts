import { expect, test } from "vitest";
import { createShop, MINUTE } from "./hand-made-world.cases.ts";
import { queryTelemetry } from "./query-telemetry.ts";

const world = createShop();
world.runUntil(world.nowMs() + 2 * MINUTE);

/** Answers that a real Prometheus gave to the same requests. */
test.each([
  [
    "/api/v1/query",
    { query: "up", time: "foo" },
    `invalid parameter "time": Invalid time value for 'time': cannot parse "foo" to a valid timestamp`,
  ],
  ["/api/v1/query", { query: "up", timeout: "x" }, 'invalid parameter "timeout": cannot parse "x" to a valid duration'],
  ["/api/v1/query", { query: "up[5m" }, 'invalid parameter "query": 1:6: parse error: unclosed left bracket'],
  ["/api/v1/query_range", { query: "up" }, 'invalid parameter "start": cannot parse "" to a valid timestamp'],
  [
    "/api/v1/query_range",
    { query: "up", start: "x", end: "2", step: "1" },
    'invalid parameter "start": cannot parse "x" to a valid timestamp',
  ],
  ["/api/v1/query_range", { query: "up", start: "1", end: "2" }, 'invalid parameter "step": cannot parse "" to a valid duration'],
  [
    "/api/v1/query_range",
    { query: "up", start: "2", end: "1", step: "1" },
    'invalid parameter "end": end timestamp must not be before start time',
  ],
  ["/api/v1/series", {}, "no match[] parameter provided"],
  ["/api/v1/series", { "match[]": "{}" }, 'invalid parameter "match[]": match[] must contain at least one non-empty matcher'],
  ["/api/v1/labels", { start: "x" }, `invalid parameter "start": Invalid time value for 'start': cannot parse "x" to a valid timestamp`],
  ["/api/v1/label/a-b/values", {}, 'invalid label name: "a-b"'],
  ["/api/v1/metadata", { limit: "x" }, "limit must be a number"],
  ["/api/v1/rules", { type: "foo" }, 'invalid parameter "type": not supported value "foo"'],
])("Prometheus refuses %s with %j as the real one does", (path, params, error) => {
  expect(queryTelemetry(world, { api: "prometheus", path, params })).toEqual({
    status: 400,
    body: { status: "error", errorType: "bad_data", error },
  });
});

test.each([
  ["/api/v1/label/nothing/values", {}, []],
  ["/api/v1/metadata", { metric: "nothing" }, {}],
  ["/api/v1/rules", { type: "record" }, { groups: [] }],
  ["/api/v1/targets", { state: "dropped" }, { activeTargets: [], droppedTargets: [] }],
  ["/api/v1/query_exemplars", { query: "up" }, []],
])("Prometheus answers %s with %j as the real one does", (path, params, data) => {
  expect(queryTelemetry(world, { api: "prometheus", path, params })).toEqual({ status: 200, body: { status: "success", data } });
});

test.each([
  ["loki", "/loki/api/v1/nonsense"],
  ["loki", "/loki/api/v1/constructor"],
  ["loki", "/loki/api/v1/__proto__"],
  ["prometheus", "/api/v1/nonsense"],
  ["jaeger", "/api/nonsense"],
] as const)("%s has nothing at %s", (api, path) => {
  expect(queryTelemetry(world, { api, path, params: {} })).toEqual({ status: 404, body: "404 page not found\n" });
});
