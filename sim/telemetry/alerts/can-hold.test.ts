import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createWarmBed, deletePod, type HotelChart, NAMESPACE } from "../../flow/hotel-bed.cases.ts";
import { createWorldSource } from "../metrics/world-series.ts";
import { evaluateInstant } from "../promql/query.ts";
import type { SeriesSource } from "../promql/series.ts";
import { type AlertRule, alertRules } from "./alert-rules.ts";

const readChart = (file: string) => parse(readFileSync(new URL(`../../../charts/hotel-reservation/${file}`, import.meta.url), "utf8"));
const chart: HotelChart = { values: readChart("values.yaml"), record: readChart("app.yaml") };
const warm = createWarmBed(chart);

const flowRules = alertRules([NAMESPACE]).filter(({ reads }) => reads.kind === "flow");

const valueAt = ({ expr }: AlertRule, source: SeriesSource, atMs: number) => {
  const result = evaluateInstant(expr, source, atMs);
  return result.kind === "vector" ? result.vector : [];
};

test.each(["rate", "geo", "memcached-profile", "mongodb-user", "nothing"])(
  "rules over suspects alone give what they give over all series, with %s gone",
  (component) => {
    const world = warm.fork();
    if (component !== "nothing") deletePod(world, component, "KILL");
    let found = 0;
    for (let minute = 0; minute < 8; minute++) {
      world.runUntil(world.nowMs() + 37_000);
      const atMs = world.nowMs();
      const source = createWorldSource(world);
      for (const rule of flowRules) {
        if (rule.reads.kind !== "flow") continue;
        const whole = valueAt(rule, source, atMs);
        const suspects = rule.reads.canHold(world, atMs - rule.reads.windowMs - 15_000, atMs);
        const narrow: SeriesSource = {
          select: (matchers, ...span) => source.select(suspects === undefined ? matchers : [suspects, ...matchers], ...span),
        };
        expect(suspects === undefined ? [] : valueAt(rule, narrow, atMs), rule.name).toEqual(whole);
        const { onlyIf } = rule.reads;
        if (onlyIf !== undefined && whole.length > 0) expect(valueAt({ ...rule, expr: onlyIf }, narrow, atMs), rule.name).not.toEqual([]);
        found += whole.length;
      }
    }
    if (component === "rate" || component === "nothing") expect(found > 0).toBe(component === "rate");
  },
);
