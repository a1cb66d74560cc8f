import { expect, test } from "vitest";
import { keepUpTo } from "./keep-up-to.ts";

test("what was derived is kept, undefined too, until there is more than was agreed", () => {
  const kept = keepUpTo<string, string | undefined>(3);
  const derived: string[] = [];
  const ask = (key: string) =>
    kept(key, (text) => {
      derived.push(text);
      return text === "none" ? undefined : text.toUpperCase();
    });
  expect(["a", "none", "b", "a", "none"].map(ask)).toEqual(["A", undefined, "B", "A", undefined]);
  expect(derived).toEqual(["a", "none", "b"]);
  expect([ask("c"), ask("c"), ask("a")]).toEqual(["C", "C", "A"]);
  expect(derived).toEqual(["a", "none", "b", "c", "a"]);
});

test("a failure is not kept, and neither is a text of some length", () => {
  const kept = keepUpTo<string, number>(3);
  let asked = 0;
  const long = "x".repeat(5_000);
  for (const key of [long, long]) kept(key, () => ++asked);
  expect(asked).toBe(2);
  expect(() =>
    kept("a", () => {
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(kept("a", () => 7)).toBe(7);
});
