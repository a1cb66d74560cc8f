import { afterAll, beforeAll, expect, test } from "vitest";
import { alertRules } from "#sim/telemetry/alerts/alert-rules.ts";
import { P95_LIMIT_MS } from "../../actions/golden-signals.ts";
import { type OpenHost, openHost } from "../../open/open-host.ts";

let open: OpenHost;

const episode = "signals-view";

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});
afterAll(async () => void (await open.host.close({ episodeId: episode })));

interface Body {
  readonly step_s: number;
  readonly signals: readonly { readonly name: string; readonly limit: number; readonly points: readonly (readonly [number, number])[] }[];
}

test("the signals tell what was usual before the fault and what is unusual now, and coarser where less fits", async () => {
  const views = [{ name: "signals" }, { name: "signals", maxBytes: 700 }];
  const { observation } = await open.host.reset({
    episodeId: episode,
    taskUri: "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate",
    seed: "3",
    limits: {},
    views,
  });
  const [fine, coarse] = observation.views.map(({ body }) => JSON.parse(body) as Body);
  const [errors, p95] = fine!.signals;
  expect([errors?.name, p95?.name]).toEqual(["user_error_share", "p95_ms"]);
  expect(errors!.points[0]![1]).toBeLessThan(0.01);
  expect(errors!.points.at(-1)![1]).toBeGreaterThan(errors!.limit);
  expect(errors!.points.at(-1)![0]).toBeCloseTo(0, -1.5);
  expect(p95!.points.length).toBeGreaterThan(10);
  expect(coarse!.step_s).toBeGreaterThan(fine!.step_s);
  expect(coarse!.signals[0]!.points.length).toBeLessThan(errors!.points.length);
});

test("the limit of the latency is that of the alert about it", () => {
  const query = alertRules(["shop"]).find(({ name }) => name === "HighRequestLatency")?.query;
  expect(query).toMatch(new RegExp(`> ${P95_LIMIT_MS}$`));
});
