import { expect, test } from "vitest";
import { rendezvous } from "./rendezvous.ts";
import { createRng } from "./rng.ts";

const KEYS = Array.from({ length: 20_000 }, (_, i) => createRng(`key ${i}`).uint32());
const candidates = (...weights: readonly number[]) => weights.map((weight, i) => ({ hash: createRng(`candidate ${i}`).uint32(), weight }));

test("candidates are drawn in proportion to their weights", () => {
  const list = candidates(1, 2, 5);
  const counts = [0, 0, 0];
  for (const key of KEYS) counts[rendezvous(key, list)]! += 1;
  counts.forEach((count, i) => {
    expect(count / KEYS.length).toBeCloseTo((list[i]?.weight ?? 0) / 8, 1);
  });
});

test("a candidate that is added takes keys for itself and moves no other", () => {
  const [before, after] = [candidates(1, 2, 5), candidates(1, 2, 5, 2)];
  const moved = KEYS.filter((key) => rendezvous(key, before) !== rendezvous(key, after));
  for (const key of moved) expect(rendezvous(key, after)).toBe(3);
  expect(moved.length / KEYS.length).toBeCloseTo(0.2, 1);
});

test("nothing is drawn from an empty list", () => {
  expect(rendezvous(1, [])).toBe(-1);
});
