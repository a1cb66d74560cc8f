import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { areaUnderCurve, trainBoosting } from "./gradient-boosting.ts";

const rng = createRng("boosting");
const draw = (count: number, labelOf: (row: readonly number[]) => number) => {
  const rows = Array.from({ length: count }, () => Array.from({ length: 6 }, () => rng.fraction()));
  return { rows, labels: rows.map(labelOf) };
};

test("a rule that needs two features together is learnt", () => {
  const rule = ([a = 0, b = 0]: readonly number[]) => (a > 0.5 !== b > 0.5 && rng.fraction() < 0.95 ? 1 : 0);
  const [train, fresh] = [draw(2_000, rule), draw(1_000, rule)];
  const classify = trainBoosting(train.rows, train.labels);
  expect(areaUnderCurve(fresh.rows.map(classify), fresh.labels)).toBeGreaterThan(0.9);
});

test("labels without a rule give no more than chance on fresh samples", () => {
  const [train, fresh] = [draw(2_000, () => rng.int(0, 1)), draw(2_000, () => rng.int(0, 1))];
  const classify = trainBoosting(train.rows, train.labels);
  expect(Math.abs(areaUnderCurve(fresh.rows.map(classify), fresh.labels) - 0.5)).toBeLessThan(0.05);
});

test("equal scores count half", () => {
  expect(areaUnderCurve([1, 1, 1, 1], [0, 1, 0, 1])).toBe(0.5);
  expect(areaUnderCurve([0, 1, 2, 3], [0, 0, 1, 1])).toBe(1);
});
