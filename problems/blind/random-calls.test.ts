import { expect, test } from "vitest";
import { canonicalJson } from "#core/canonical-json.ts";
import { createRng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { AppRecord } from "#kube/app/app.ts";
import { drawCall, propensityOf } from "./random-calls.ts";

const app = { labelKey: "io.kompose.service", components: [{ name: "frontend" }, { name: "geo" }] } as unknown as AppRecord;
const place = { app, namespace: "hotel" };

test("random calls come as often as their propensities say", () => {
  const draws = 8000;
  const counts = new Map<string, { readonly call: ToolCall; count: number }>();
  for (let seed = 0; seed < draws; seed++) {
    const call = drawCall(place, createRng(`${seed}`));
    const entry = counts.get(canonicalJson(call)) ?? { call, count: 0 };
    entry.count += 1;
    counts.set(canonicalJson(call), entry);
  }
  const frequent = [...counts.values()].filter(({ count }) => count > draws / 100);
  expect(frequent.length).toBeGreaterThan(5);
  for (const { call, count } of frequent) expect(propensityOf(place, call)).toBeCloseTo(count / draws, 2);
  for (const { call } of counts.values()) expect(propensityOf(place, call)).toBeGreaterThan(0);
});

test("a call that is never drawn has no probability", () => {
  expect(propensityOf(place, { name: "kubectl", arguments: { command: "get secrets" } })).toBe(0);
  expect(propensityOf(place, { name: "get_alerts", arguments: {} })).toBeCloseTo(3 / 4 / 14, 12);
});
