import { expect, test } from "vitest";
import type { Span } from "../jaeger-trace.ts";
import { callsOf, sumEdges } from "./call-edges.ts";

const span = (spanID: string, processID: string, parent?: string, more: Partial<Span> = {}): Span => ({
  spanID,
  processID,
  operationName: "op",
  startTime: 0,
  duration: 1000,
  ...(parent !== undefined && { references: [{ refType: "CHILD_OF", spanID: parent }] }),
  ...more,
});

const processes = { p1: { serviceName: "web" }, p2: { serviceName: "cart" } };
const toCart = { tags: [{ key: "peer.service", value: "cart" }] };

test("a call with spans on both sides counts once, with its caller's duration", () => {
  const spans = [span("a", "p1"), span("b", "p1", "a", { ...toCart, duration: 2000 }), span("c", "p2", "b")];
  expect(callsOf({ traceID: "t", spans, processes })).toEqual([{ caller: "web", callee: "cart", failed: false, durationUs: 2000 }]);
});

test("a caller that does not name its peer is known by the span below it", () => {
  const spans = [span("a", "p1"), span("b", "p2", "a")];
  expect(callsOf({ traceID: "t", spans, processes })).toEqual([{ caller: "web", callee: "cart", failed: false, durationUs: 1000 }]);
});

test("spans of one service are no calls", () => {
  const spans = [span("a", "p1"), span("b", "p1", "a"), span("c", "p1", "gone")];
  expect(callsOf({ traceID: "t", spans, processes })).toEqual([]);
});

test("edges sum calls, failures and durations", () => {
  const calls = [100, 300, 200, 900].map((durationUs) => ({ caller: "web", callee: "cart", failed: durationUs > 250, durationUs }));
  expect(sumEdges(calls)).toEqual([{ caller: "web", callee: "cart", calls: 4, failed: 2, p50Us: 200, p95Us: 900 }]);
});
