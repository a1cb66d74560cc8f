import { describe, expect, test } from "vitest";
import { type EdgeFlow, FLOW_HISTORY, type FlowRow, type RequestFlow } from "../../../flow/flow-history.ts";
import { createShop, MINUTE } from "../../hand-made-world.cases.ts";
import { countsAt, segmentAt } from "./flow-counts.ts";
import { flowIndex } from "./flow-index.ts";
import { mergeFlows } from "./merge-flows.ts";

const flow = (rate: number, given: Partial<RequestFlow> = {}): RequestFlow => ({ rate, errors: [], meanMs: 10, deviationMs: 5, ...given });

const refused = (share: number, afterMs = 1) => ({ share, cause: "refused", message: "connection refused", afterMs });

describe("flows of one kind, taken together", () => {
  test("one flow is itself", () => {
    const only = flow(3);
    expect(mergeFlows([only])).toBe(only);
  });

  test("rates add up, and an error keeps its share of all requests", () => {
    const merged = mergeFlows([flow(30, { errors: [refused(1, 2)] }), flow(10, { errors: [refused(0.5, 6)] }), flow(60)]);
    expect(merged.rate).toBe(100);
    expect(merged.errors).toEqual([refused(0.35, (2 * 0.3 + 6 * 0.05) / 0.35)]);
  });

  test("latencies of what succeeds are mixed by how much succeeds", () => {
    const merged = mergeFlows([flow(20, { errors: [refused(0.5)], meanMs: 10, deviationMs: 0 }), flow(30, { meanMs: 50, deviationMs: 0 })]);
    expect(merged.meanMs).toBeCloseTo(40);
    expect(merged.deviationMs).toBeCloseTo(Math.sqrt(0.25 * 900 + 0.75 * 100));
    expect(mergeFlows([flow(1, { errors: [refused(1)] }), flow(1, { errors: [refused(1)], meanMs: 3 })]).meanMs).toBe(10);
  });
});

test("calls to two pods of a Service are one stream with the rate of both, whatever happens beside them", () => {
  const world = createShop();
  const log = world.log<FlowRow>(FLOW_HISTORY);
  const before = log.last() as FlowRow;
  const halved = (edge: EdgeFlow): readonly EdgeFlow[] =>
    edge.to === "cart"
      ? [
          { ...edge, rate: edge.rate / 2 },
          { ...edge, rate: edge.rate / 2, meanMs: edge.meanMs + 1 },
        ]
      : [edge];
  const startMs = world.nowMs() + MINUTE;
  const edges = before.edges.flatMap(halved);
  log.append({ ...before, edges, fromMs: startMs });
  log.append({ ...before, edges, fromMs: startMs + MINUTE, operations: [] });
  const stream = [...flowIndex(world).edges.values()].find(({ about }) => about.to === "cart");
  expect(stream?.newest.fromMs).toBe(startMs);
  expect(stream?.newest.flow?.rate).toBe(40);
  const requestsAt = (atMs: number): number =>
    countsAt(segmentAt(stream?.newest, atMs) as NonNullable<typeof stream>["newest"], atMs).requests;
  expect(requestsAt(startMs + 10 * MINUTE) - requestsAt(startMs)).toBeGreaterThan(0.95 * 40 * 600);
});
