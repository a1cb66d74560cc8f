import { expect, test } from "vitest";
import type { EvalResult } from "./eval-result.ts";
import { passAtK } from "./pass-at-k.ts";

const attempts = (seed: string, successes: readonly boolean[]): readonly EvalResult[] =>
  successes.map((success, sample) => ({
    task: "kubedrill://shop/a?target=deployment/web",
    seed,
    sample,
    task_digest: "d",
    return: success ? 1 : 0,
    success,
    components: {},
    steps: 1,
    end_reason: "AGENT_SUBMITTED",
    sample_valid: true,
  }));

test("pass@k and pass^k are those of all draws of k attempts, without putting back", () => {
  // Of four attempts with one success, half of the pairs have it, and no pair is of two.
  const [one, two, three, four] = passAtK(attempts("1", [true, false, false, false]));
  expect([one?.some.mean, two?.some.mean, three?.some.mean, four?.some.mean]).toEqual([0.25, 0.5, 0.75, 1]);
  expect([one?.all.mean, two?.all.mean, four?.all.mean]).toEqual([0.25, 0, 0]);
});

test("tasks count alike however many attempts they have, and only where there are enough", () => {
  const rows = passAtK([...attempts("1", [true, true, true]), ...attempts("2", [false, true])]);
  expect(rows.map(({ tasks }) => tasks)).toEqual([2, 2, 1]);
  expect(rows.map(({ some }) => some.mean)).toEqual([0.75, 1, 1]);
  expect(rows.map(({ all }) => all.mean)).toEqual([0.75, 0.5, 1]);
});

test("with one attempt at each task there is nothing to tell", () => {
  expect(passAtK([...attempts("1", [true]), ...attempts("2", [false])])).toEqual([]);
});
