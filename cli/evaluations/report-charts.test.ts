import { expect, test } from "vitest";
import { renderSvg } from "../plots/render-svg.ts";
import type { EvalResult } from "./eval-result.ts";
import type { EvalReport } from "./report.ts";
import { reportCharts } from "./report-charts.ts";

let seeds = 0;
const result = (problem: string, given: Partial<EvalResult>): EvalResult => ({
  task: `kubedrill://shop/${problem}?target=deployment/web`,
  seed: `${seeds++}`,
  task_digest: "d",
  return: 1,
  success: true,
  components: {},
  steps: 4,
  virtual_ms: 120_000,
  end_reason: "AGENT_SUBMITTED",
  sample_valid: true,
  ...given,
});

const report = (agent: string, results: readonly EvalResult[]): EvalReport => ({
  suite: "lite",
  agent,
  provenance: {
    server_version: "0.1.0",
    build_digest: "b",
    runtime: "node",
    catalogue_digest: "c",
    backend: "sim",
    determinism: "exact",
  },
  results,
});

const now = report("mine", [
  result("a", {}),
  result("a", { success: false, return: -0.5, steps: 9, virtual_ms: 240_000 }),
  result("b", { steps: 6, virtual_ms: 180_000, return: 0.5 }),
  result("b", { sample_valid: false }),
]);

test("the charts of a report count valid episodes alone, and failures never succeed", () => {
  const { success, returns, steps, minutes } = reportCharts([{ name: "mine", report: now }]);
  expect(success).toMatchObject({
    intervals: [
      { name: "a", series: "mine", mean: 0.5 },
      { name: "b", series: "mine", mean: 1 },
      { name: "all", series: "mine", mean: 2 / 3 },
    ],
  });
  const points = (...places: readonly (readonly [number, number])[]) => ({ panels: [{ lines: [{ name: "mine", points: places }] }] });
  expect(returns).toMatchObject(points([-1, 0], [-0.5, 1 / 3], [0.5, 2 / 3], [1, 1], [1, 1]));
  expect(steps).toMatchObject(points([0, 0], [4, 1 / 3], [6, 2 / 3], [9, 2 / 3]));
  expect(minutes).toMatchObject(points([0, 0], [2, 1 / 3], [3, 2 / 3], [4, 2 / 3]));
});

test("with another report each chart has both, also where one kept no times, and both reach the same end", async () => {
  const { virtual_ms: _, ...older } = result("a", { steps: 12, success: false });
  const charts = reportCharts([
    { name: "mine", report: now },
    { name: "before", report: report("mine", [older]) },
  ]);
  expect(charts["steps"]).toMatchObject({
    panels: [
      {
        lines: [
          { name: "mine" },
          {
            name: "before",
            points: [
              [0, 0],
              [12, 0],
            ],
          },
        ],
      },
    ],
  });
  expect(charts["minutes"]).toMatchObject({ panels: [{ lines: [{}, { points: [] }] }] });
  for (const name of ["success", "returns", "steps"]) expect((await renderSvg(charts[name]!)).includes("before")).toBe(true);
  const [, dots = ""] = /class="mark-symbol role-mark"[^>]*>(.*?)<\/g>/.exec(await renderSvg(charts["success"]!)) ?? [];
  expect(dots.match(/<path/g)).toHaveLength(5);
});
