import { expect, test } from "vitest";
import type { World } from "../kernel/world.ts";
import { appendRow, createShop, MINUTE } from "./hand-made-world.cases.ts";
import { queryTelemetry } from "./query-telemetry.ts";

const REFUSED = { share: 0.4, cause: "refused", message: "rpc error: code = Unavailable desc = connection refused", afterMs: 1 };

const run = (world: World, ms: number): void => world.runUntil(world.nowMs() + ms);

const jaeger = (world: World, path: string, params: Readonly<Record<string, string>> = {}) =>
  queryTelemetry(world, { api: "jaeger", path, params });

interface TraceBody {
  readonly data: readonly {
    readonly traceID: string;
    readonly spans: readonly {
      readonly startTime: number;
      readonly duration: number;
      readonly operationName: string;
      readonly tags: readonly { readonly key: string; readonly value: unknown }[];
    }[];
  }[];
}

test("traces agree with the flow, come newest first and are found again by id", () => {
  const world = createShop();
  run(world, 5 * MINUTE);
  appendRow(world, { errors: [REFUSED] });
  run(world, 10 * MINUTE);
  const { data } = jaeger(world, "/api/traces", { service: "web", limit: "500", lookback: "9m" }).body as TraceBody;
  expect(data.length).toBeGreaterThan(400);
  const failed = data.filter(({ spans }) => spans[0]?.tags.some(({ key }) => key === "error")).length / data.length;
  expect(failed).toBeGreaterThan(0.33);
  expect(failed).toBeLessThan(0.47);
  const starts = data.map(({ spans }) => spans[0]?.startTime ?? 0);
  expect(starts).toEqual([...starts].sort((a, b) => b - a));
  for (const { spans } of data)
    for (const span of spans)
      expect(span.startTime + span.duration).toBeLessThanOrEqual((spans[0]?.startTime ?? 0) + (spans[0]?.duration ?? 0) + 500);
  const [first] = data;
  expect((jaeger(world, `/api/traces/${first?.traceID}`).body as TraceBody).data[0]).toEqual(first);
  expect(jaeger(world, "/api/traces/00000000000000000000000000000001").status).toBe(404);
  expect(jaeger(world, "/api/traces").status).toBe(400);
  expect((jaeger(world, "/api/services").body as { data: unknown }).data).toEqual(["cart", "web"]);
  expect((jaeger(world, "/api/services/cart/operations").body as { data: unknown }).data).toEqual(["cart.Cart/Get", "get"]);
});

test("tags may be given one by one, and must all be there", () => {
  const world = createShop();
  appendRow(world, { errors: [REFUSED] });
  run(world, 5 * MINUTE);
  const found = (params: Readonly<Record<string, string>>) =>
    (jaeger(world, "/api/traces", { service: "web", limit: "500", ...params }).body as TraceBody).data.length;
  expect(found({ tag: "error:true" })).toBe(found({ tags: '{"error":"true"}' }));
  expect(found({ tag: "error:true" })).toBeGreaterThan(0);
  expect(found({ tag: "error:true" })).toBeLessThan(found({}));
  expect(found({ tag: "error:true\nerror:false" })).toBe(0);
  expect(jaeger(world, "/api/traces", { service: "web", tag: "error" })).toMatchObject({
    status: 400,
    body: { data: null, errors: [{ code: 400, msg: "malformed 'tag' parameter, expecting key:value, received: error" }] },
  });
});
