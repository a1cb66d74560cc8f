import { beforeAll, expect, test } from "vitest";
import { testDocument } from "../tidy/generated-document.ts";
import { CASES } from "./cases.ts";
import { type Agreement, meanOf } from "./compare-accounts.ts";
import { compareCases } from "./compare-cases.ts";
import { renderPage } from "./render-page.ts";

/** Minimum score of a fault, below which it is not the same fault in both worlds. */
const SCORE_MIN = 0.7;

let agreements: readonly Agreement[];

beforeAll(async () => {
  agreements = await compareCases();
});

test("every case was recorded on a real cluster", () => {
  expect(agreements.map(({ fault, target }) => ({ fault, target }))).toEqual(CASES);
});

test("each fault is much the same in both worlds", () => {
  const faults = Map.groupBy(agreements, ({ fault }) => fault);
  const unlike = [...faults].map(([fault, cases]) => [fault, meanOf(cases.map(({ score }) => score))] as const);
  expect(unlike.filter(([, score]) => score < SCORE_MIN)).toEqual([]);
});

testDocument("docs/reference/sim-to-real.md", () => renderPage(agreements));
