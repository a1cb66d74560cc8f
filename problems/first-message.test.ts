import { expect, test } from "vitest";
import type { AppRecord } from "#kube/app/app.ts";
import { firstMessage, REPORTS, reportOf } from "./first-message.ts";
import type { ReportFacts } from "./reports/report.ts";

const app = { title: "Shop", components: [{ name: "cart" }, { name: "web" }] } as unknown as AppRecord;

const HEALTHY: ReportFacts = { app, firing: async () => [], failing: async () => [], errorShare: async () => 0 };
const BROKEN: ReportFacts = {
  app,
  firing: async () => ["for 3m  ServiceDown  service=cart"],
  failing: async () => ["POST /orders"],
  errorShare: async () => 0.25,
};

const SEEDS = Array.from({ length: 400 }, (_, i) => `${i}`);

const messages = async (facts: ReportFacts): Promise<readonly string[]> =>
  await Promise.all(SEEDS.map((seed) => firstMessage(seed, "shop", 1_700_000_000_000, facts)));

test("each way to begin comes to its share of the seeds, and each in several wordings", async () => {
  for (const report of REPORTS) {
    const seeds = SEEDS.filter((seed) => reportOf(seed) === report);
    expect(seeds.length / SEEDS.length, report.id).toBeCloseTo(1 / REPORTS.length, 1);
    const texts = await Promise.all(seeds.map((seed) => firstMessage(seed, "shop", 0, HEALTHY)));
    expect(new Set(texts).size, report.id).toBeGreaterThan(20);
  }
});

test("reports tell what can be observed, and in a part of the seeds nothing although there is something", async () => {
  const [broken, healthy] = [await messages(BROKEN), await messages(HEALTHY)];
  const telling = (text: string) => /ServiceDown|POST \/orders|25\.00 %/.test(text);
  const share = broken.filter(telling).length / broken.length;
  expect(share).toBeGreaterThan(0.5);
  expect(share).toBeLessThan(0.75);
  expect(healthy.filter(telling)).toEqual([]);
});

test("what a broken world's vague reports say is what a healthy world's reports say of the same seed", async () => {
  const [broken, healthy] = [await messages(BROKEN), await messages(HEALTHY)];
  for (const [i, text] of broken.entries()) if (!/ServiceDown|POST \/orders|25\.00 %/.test(text)) expect(text).toBe(healthy[i]);
});

test("every wording names the app, its namespace, both submissions, the empty list, and the time at which it came", async () => {
  for (const text of await messages(HEALTHY))
    for (const part of ["Shop", '"shop"', "submit_diagnosis", "submit_mitigation", "empty list", "22:13:20 UTC"])
      expect(text).toContain(part);
});
