import { expect, test } from "vitest";
import { listOutcomes } from "./list-outcomes.ts";
import { createRng } from "./rng.ts";

const throwDice = (rng: ReturnType<typeof createRng>): string =>
  rng.chance({ numerator: 1, denominator: 4 }) ? `${rng.int(1, 2)}${rng.pick(["a", "b"])}` : "none";

test("every course of the draws is listed with its probability, and they add up to one", () => {
  expect(listOutcomes(throwDice)).toEqual([
    { value: "1a", probability: 1 / 16 },
    { value: "1b", probability: 1 / 16 },
    { value: "2a", probability: 1 / 16 },
    { value: "2b", probability: 1 / 16 },
    { value: "none", probability: 3 / 4 },
  ]);
  expect(listOutcomes(() => "sure")).toEqual([{ value: "sure", probability: 1 }]);
  expect(listOutcomes((rng) => rng.chance({ numerator: 1, denominator: 1 }))).toEqual([{ value: true, probability: 1 }]);
});

test("draws of a seeded stream come as often as the list says", () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 4000; seed++) {
    const value = throwDice(createRng(`${seed}`));
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  for (const { value, probability } of listOutcomes(throwDice)) expect((counts.get(value) ?? 0) / 4000).toBeCloseTo(probability, 1);
});

test("draws from a range that is too large to list are refused", () => {
  expect(() => listOutcomes((rng) => rng.fraction())).toThrow("too many outcomes");
});
