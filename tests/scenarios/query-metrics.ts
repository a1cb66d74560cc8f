import { expect } from "vitest";
import type { World } from "#sim/kernel/world.ts";
import { queryTelemetry } from "#sim/telemetry/query-telemetry.ts";

/** A sample of an instant vector. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** Samples that a query gives now; it must succeed. */
export const samples = (world: World, query: string): readonly Sample[] => {
  const { status, body } = queryTelemetry(world, { api: "prometheus", path: "/api/v1/query", params: { query } });
  expect(status, query).toBe(200);
  return (body as { readonly data: { readonly result: readonly Sample[] } }).data.result;
};

/** Value of the first sample; NaN where there is none. */
export const value = (world: World, query: string): number => Number(samples(world, query)[0]?.value[1] ?? Number.NaN);
