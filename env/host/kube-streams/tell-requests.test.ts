import { expect, test } from "vitest";
import type { KubeFrame } from "../kube-protocol.ts";
import { tellRequests } from "./tell-requests.ts";

const request = (
  stream: number,
  method: string,
  path: string,
  body: { readonly text: string } | { readonly base64: string },
): KubeFrame => ({
  kind: "request",
  stream,
  request: { method, path, query: stream === 1 ? "limit=500" : "", headers: { authorization: "Bearer secret" }, body, isKnown: true },
});

test("requests are told with their answers, and neither with headers nor with what is no text", () => {
  const frames: readonly KubeFrame[] = [
    request(1, "GET", "/api/v1/pods", { text: "" }),
    request(2, "PATCH", "/apis/apps/v1/namespaces/a/deployments/b/scale", { text: '{"spec":{"replicas":1}}' }),
    request(3, "POST", "/api/v1/namespaces/a/pods", { base64: "AAAA" }),
    { kind: "telemetry", stream: 4, request: { api: "prometheus", path: "/api/v1/query", params: { query: "up == 0" } } },
    request(5, "GET", "/api/v1/watch/pods", { text: "" }),
    request(6, "POST", "/api/v1/namespaces/a/pods/b/exec", { text: "" }),
    { kind: "close", stream: 5 },
  ];
  const told = tellRequests(frames, [
    { kind: "response", stream: 1, status: 200, headers: {}, body: { text: "{}" } },
    { kind: "response", stream: 2, status: 409, headers: {}, body: { text: "{}" } },
    { kind: "response", stream: 4, status: 200, headers: {}, body: { text: "{}" } },
    { kind: "open", stream: 5, headers: {} },
    { kind: "session", stream: 6, facts: { protocol: "v5.channel.k8s.io" } as never },
  ]);
  expect(told).toEqual([
    { to: "kubernetes", method: "GET", target: "/api/v1/pods?limit=500", status: 200 },
    {
      to: "kubernetes",
      method: "PATCH",
      target: "/apis/apps/v1/namespaces/a/deployments/b/scale",
      body: '{"spec":{"replicas":1}}',
      status: 409,
    },
    { to: "kubernetes", method: "POST", target: "/api/v1/namespaces/a/pods" },
    { to: "prometheus", method: "GET", target: "/api/v1/query?query=up+%3D%3D+0", status: 200 },
    { to: "kubernetes", method: "GET", target: "/api/v1/watch/pods", status: 200 },
    { to: "kubernetes", method: "POST", target: "/api/v1/namespaces/a/pods/b/exec", status: 101 },
  ]);
});

test("long texts are cut", () => {
  const [told] = tellRequests([request(2, "POST", `/${"p".repeat(5_000)}`, { text: "x".repeat(10_000) })], []);
  expect(told?.target).toHaveLength(2_049);
  expect(told?.body).toBe(`${"x".repeat(4_096)}…`);
});
