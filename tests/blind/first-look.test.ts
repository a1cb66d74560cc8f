import { beforeAll, expect, test } from "vitest";
import { openHost } from "#env/open/open-host.ts";
import { classifyFirstLooks, type FirstLookFindings } from "./classify-first-looks.ts";
import { drawFirstLooks, type FirstLookSample } from "./draw-first-looks.ts";

const [HEALTHY, FAULTY] = [24, 36];

/** Standard errors that a small sample may lie beyond a bar. */
const MARGIN = 3;

/** Share of healthy episodes among those that a server draws. */
const HEALTHY_SHARE = 0.1;

let findings: FirstLookFindings;

beforeAll(async () => {
  const samples: FirstLookSample[] = [];
  const open = await openHost({ variant: "standard" });
  for await (const sample of drawFirstLooks(open, { healthy: HEALTHY, faulty: FAULTY, seed: 4000 })) samples.push(sample);
  findings = classifyFirstLooks(samples);
});

/** Standard error of a share. */
const errorOf = (share: number, count: number): number => Math.sqrt((share * (1 - share)) / count);

test("half of the healthy episodes begin with a firing alert", () => {
  expect(findings.silentHealthy).toBeLessThanOrEqual(0.5 + MARGIN * errorOf(0.5, HEALTHY));
});

test("an episode that begins without a firing alert is healthy no more often than not", () => {
  const healthy = HEALTHY_SHARE * findings.silentHealthy;
  const faulty = (1 - HEALTHY_SHARE) * findings.silentFaulty;
  expect(healthy / (healthy + faulty)).toBeLessThanOrEqual(0.5);
});

test("the words of the first observation do not tell healthy episodes from others, nor do those of the report alone", () => {
  // Two samples without a difference: the variance of the area is (n + m + 1) / 12nm.
  const error = Math.sqrt((HEALTHY + FAULTY + 1) / (12 * HEALTHY * FAULTY));
  expect(findings.auc).toBeLessThanOrEqual(0.65 + MARGIN * error);
  expect(findings.aucOfReport).toBeLessThanOrEqual(0.65 + MARGIN * error);
});
