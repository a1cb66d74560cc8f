import { describe, expect, test } from "vitest";
import type { EdgeFlow, ErrorShare, FlowRow, ServerFlow } from "../../flow/flow-history.ts";
import { type Call, drawCallTree } from "./call-tree.ts";
import type { Timeline } from "./message-deliveries.ts";

const latency = { meanMs: 5, deviationMs: 2 };
const refused = (share: number): ErrorShare => ({ share, cause: "refused", message: "connection refused", afterMs: 1 });
const passedUp = (share: number): ErrorShare => ({ share, cause: "unavailable", message: "unavailable", afterMs: 2 });

const server = (component: string, pod: number, rate: number, errors: readonly ErrorShare[] = []): ServerFlow => ({
  process: `shop/${component}-${pod}/app`,
  namespace: "shop",
  component,
  operation: "get",
  cpuCores: 0.1,
  rate,
  errors,
  ...latency,
});

const edge = (
  from: string | undefined,
  to: string,
  pod: number | undefined,
  rate: number,
  errors: readonly ErrorShare[] = [],
): EdgeFlow => ({
  namespace: "shop",
  fromProcess: from && `shop/${from}-1/app`,
  from: from ?? "client",
  to,
  toProcess: pod === undefined ? undefined : `shop/${to}-${pod}/app`,
  operation: "get",
  root: "GET /",
  protocol: "grpc",
  rate,
  errors,
  ...latency,
});

const DRAWS = 4000;

const NO_LATER: Timeline = { after: () => undefined, untilMs: 60_000 };

/** Calls to a component in all drawn requests. */
const callsTo = (component: string, row: Pick<FlowRow, "servers" | "edges">): readonly Call[] => {
  const whole: FlowRow = { fromMs: 0, operations: [], ...row };
  const inside = (call: Call): readonly Call[] => [call, ...(call.work?.calls.flatMap(inside) ?? [])];
  return Array.from({ length: DRAWS }, (_, i) => drawCallTree(whole, "GET /", i * 7919, 0, NO_LATER))
    .flatMap((call) => (call === undefined ? [] : inside(call)))
    .filter((call) => call.edge.to === component);
};

const near = (count: number, expected: number): void => expect(Math.abs(count - expected)).toBeLessThan(4 * Math.sqrt(expected) + 1);

test("a component is called once a request, however many pods serve it", () => {
  const pods = [1, 2, 3];
  const calls = callsTo("cart", {
    servers: [server("web", 1, 30), ...pods.map((pod) => server("cart", pod, 10))],
    edges: [edge(undefined, "web", 1, 30), ...pods.map((pod) => edge("web", "cart", pod, 10))],
  });
  expect(calls).toHaveLength(DRAWS);
  for (const { edge: flow, work } of calls) expect(work?.server.process).toBe(flow.toProcess);
});

test("a call fails in the pod that fails, and as often as the flow says", () => {
  const calls = callsTo("cart", {
    servers: [server("web", 1, 30, [passedUp(1 / 3)]), server("cart", 1, 20), server("cart", 2, 10, [passedUp(1)])],
    edges: [edge(undefined, "web", 1, 30, [passedUp(1 / 3)]), edge("web", "cart", 1, 20), edge("web", "cart", 2, 10, [passedUp(1)])],
  });
  const failed = calls.filter(({ error }) => error !== undefined);
  expect(calls).toHaveLength(DRAWS);
  near(failed.length, DRAWS / 3);
  for (const { work } of failed) expect(work?.server.process).toBe("shop/cart-2/app");
});

test("a call that arrives nowhere is nobody's work, although others of its kind arrive", () => {
  const calls = callsTo("cart", {
    servers: [server("web", 1, 30, [passedUp(0.5)]), server("cart", 1, 15)],
    edges: [edge(undefined, "web", 1, 30, [passedUp(0.5)]), edge("web", "cart", 1, 15), edge("web", "cart", undefined, 15, [refused(1)])],
  });
  for (const { error, work } of calls) expect(work === undefined).toBe(error !== undefined);
  near(calls.filter(({ error }) => error !== undefined).length, DRAWS / 2);
});

test("a call that most requests spare and that always fails is seen in those that fail with it, and in no others", () => {
  const calls = callsTo("store", {
    servers: [server("web", 1, 30, [passedUp(0.1)]), server("store", 1, 3, [passedUp(1)])],
    edges: [edge(undefined, "web", 1, 30, [passedUp(0.1)]), edge("web", "store", 1, 3, [passedUp(1)])],
  });
  near(calls.length, DRAWS / 10);
  expect(calls.every(({ error }) => error !== undefined)).toBe(true);
});

test("a call fails beside the one that its request fails with", () => {
  const servers = [server("web", 1, 30, [passedUp(1)])];
  const edges = [
    edge(undefined, "web", 1, 30, [passedUp(1)]),
    ...["cache", "store"].map((to) => edge("web", to, undefined, 30, [refused(1)])),
  ];
  for (const component of ["cache", "store"]) {
    const calls = callsTo(component, { servers, edges });
    near(calls.length, DRAWS);
    expect(calls.every(({ error }) => error !== undefined)).toBe(true);
  }
});

test("whoever gave up waiting for a slow failure has called what failed", () => {
  const slow = { ...passedUp(0.1), afterMs: 30_000 };
  const timedOut: ErrorShare = { share: 0.1, cause: "timed-out", message: "timeout", afterMs: 2000 };
  const calls = callsTo("web", { servers: [server("web", 1, 30, [slow])], edges: [edge(undefined, "web", 1, 30, [timedOut])] });
  near(calls.filter(({ work }) => work?.error?.cause === "unavailable").length, DRAWS / 10);
});

test.each([
  ["follows a call that failed is not called any more", 15],
  ["runs beside a call that failed is called all the same", 30],
])("what %s", (_, rate) => {
  const calls = callsTo("rates", {
    servers: [server("web", 1, 30, [passedUp(0.5)]), server("cart", 1, 30, [passedUp(0.5)]), server("rates", 1, rate)],
    edges: [edge(undefined, "web", 1, 30, [passedUp(0.5)]), edge("web", "cart", 1, 30, [passedUp(0.5)]), edge("web", "rates", 1, rate)],
  });
  near(calls.length, (DRAWS * rate) / 30);
});

describe("a message", () => {
  const publish: EdgeFlow = { ...edge("web", "broker", 1, 2), operation: "mail publish", protocol: "kafka", message: { topic: "mail" } };
  const deliver = (rate: number): EdgeFlow => ({
    ...edge("web", "mailer", 1, rate),
    operation: "mail process",
    protocol: "messages",
    message: { topic: "mail", group: "mailers" },
  });
  const rowOf = (fromMs: number, readPerS: number, queues?: FlowRow["queues"]): FlowRow => ({
    fromMs,
    operations: [],
    servers: [server("web", 1, 2), ...(readPerS > 0 ? [server("mailer", 1, readPerS)] : [])],
    edges: [edge(undefined, "web", 1, 2), publish, ...(readPerS > 0 ? [deliver(readPerS)] : [])],
    ...(queues && { queues }),
  });
  const lagging = (lag: number, lagPerS: number): FlowRow["queues"] => [
    { broker: "shop/broker-1/app", namespace: "shop", product: "kafka", topic: "mail", group: "mailers", lag, lagPerS },
  ];
  // The reader is away for 50 s, and then works off what is there within 2 s.
  const rows = [rowOf(0, 0, lagging(0, 2)), rowOf(50_000, 52, lagging(100, -50)), rowOf(52_000, 2)];
  const until = (untilMs: number): Timeline => ({ after: (row) => rows[rows.indexOf(row) + 1], untilMs });
  const readAt = (row: number, sentMs: number, untilMs: number): readonly number[] =>
    (drawCallTree(rows[row] as FlowRow, "GET /", 7919, sentMs, until(untilMs))?.work?.calls ?? []).flatMap(({ deliveries }) =>
      deliveries.map(({ atMs }) => Math.round(atMs)),
    );

  test("is read at once by readers that are up to date", () => expect(readAt(2, 53_000, 60_000)).toEqual([53_000]));
  test("that waits is read once, when those before it are done", () => {
    expect(readAt(0, 0, 60_000)).toEqual([50_000]);
    expect(readAt(0, 26_000, 60_000)).toEqual([51_000]);
    expect(readAt(1, 51_000, 60_000)).toEqual([51_962]);
  });
  test("that still waits has not been read", () => expect(readAt(0, 26_000, 50_500)).toEqual([]));
});
