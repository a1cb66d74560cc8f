import { expect, test } from "vitest";
import { requestLines } from "./request-lines.ts";

const request = (method: string, target: string, more: object = {}) => ({
  step_index: 0,
  virtual_time_ms: 0,
  to: "kubernetes",
  method,
  target,
  status: 200,
  ...more,
});

test("requests are lines with what was sent, and learning the API is one of them", () => {
  expect(
    requestLines([
      request("GET", "/api"),
      request("GET", "/apis/apps/v1?timeout=32s"),
      request("GET", "/openapi/v3/api/v1"),
      request("GET", "/api/v1/namespaces/a/pods?limit=500"),
      request("PATCH", "/apis/apps/v1/namespaces/a/deployments/b", { body: '{"spec":\n{}}', status: 409 }),
      request("GET", "/api/v1/query?query=up+%3D%3D+0", { to: "prometheus", status: undefined }),
      request("GET", "/api/v1/nodes?labelSelector=100%"),
    ]),
  ).toEqual([
    "GET /api/v1/namespaces/a/pods?limit=500 → 200",
    "PATCH /apis/apps/v1/namespaces/a/deployments/b → 409",
    '    {"spec":',
    "    {}}",
    "prometheus /api/v1/query?query=up == 0",
    "GET /api/v1/nodes?labelSelector=100% → 200",
    "and 3 to learn what the API has",
  ]);
});
