import { expect, test } from "vitest";
import type { AppRecord } from "#kube/app/app.ts";
import { firstMessage, REPORTS, reportOf } from "./first-message.ts";
import type { ReportFacts } from "./reports/report.ts";

const app = {
  title: "Shop",
  components: [{ name: "cart" }, { name: "web" }],
  operations: [{ name: "GET /cart" }, { name: "POST /orders" }],
} as unknown as AppRecord;

const HEALTHY: ReportFacts = { app, firing: async () => [], failing: async () => [] };
const BROKEN: ReportFacts = {
  app,
  firing: async () => [{ alert: "HighRequestErrorRate", subject: "cart", minutes: 3 }],
  failing: async () => ["POST /orders"],
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

/** Pages and complaints without what differs between one alert or operation and another. */
const shapeOf = (text: string): string =>
  text
    .replace(/(?:DeploymentNotReady|HighRequestErrorRate|HighRequestLatency|ServiceEndpointDown)( for)? (?:cart|web)/, "ALERT$1")
    .replace(/\d+m ago/, "Nm ago")
    .replace(/GET \/cart|POST \/orders/, "OPERATION");

test("a seed's report has the same words in a healthy world and in a broken one, but for the alert and the operation", async () => {
  const [broken, healthy] = [await messages(BROKEN), await messages(HEALTHY)];
  expect(broken.map(shapeOf)).toEqual(healthy.map(shapeOf));
  expect(broken).not.toEqual(healthy);
});

test("reports tell what can be observed, and in a part of the seeds nothing of it", async () => {
  const broken = await messages(BROKEN);
  const specific = broken.filter((text) => /paged|Page from|POST \/orders|GET \/cart/.test(text));
  const right = specific.filter((text) => /HighRequestErrorRate(?: for)? cart|POST \/orders/.test(text));
  expect(right.length / specific.length).toBeGreaterThan(0.6);
  expect(right.length / specific.length).toBeLessThan(0.98);
  for (const text of broken) expect(text).not.toMatch(/RESOLVED|FIRING/);
});

test("every wording names the app, its namespace, both submissions, the empty list, and the time at which it came", async () => {
  for (const text of await messages(HEALTHY))
    for (const part of ["Shop", '"shop"', "submit_diagnosis", "submit_mitigation", "empty list", "22:13:20 UTC"])
      expect(text).toContain(part);
});

test("every wording says that what the application does not use is no fault", async () => {
  for (const text of await messages(HEALTHY)) expect(text).toMatch(/(?:no fault|not faults)/);
});
