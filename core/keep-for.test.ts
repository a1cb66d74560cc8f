import { expect, test } from "vitest";
import { keepFor } from "./keep-for.ts";
import { keepWhile } from "./keep-while.ts";

test("a result is derived once for each key, even one that is undefined", () => {
  const asked: object[] = [];
  const lookUp = keepFor((key: { readonly value?: number }) => {
    asked.push(key);
    return key.value;
  });
  const [one, none] = [{ value: 1 }, {}];
  expect([lookUp(one), lookUp(none), lookUp(one), lookUp(none)]).toEqual([1, undefined, 1, undefined]);
  expect(asked).toEqual([one, none]);
  expect(lookUp({ value: 1 })).toBe(1);
  expect(asked).toHaveLength(3);
});

test("only the first context of a key is used", () => {
  const label = keepFor((_key: object, context: string) => context);
  const key = {};
  expect([label(key, "first"), label(key, "second"), label({}, "third")]).toEqual(["first", "first", "third"]);
});

test("a result is derived again when what it read is another", () => {
  let count = 0;
  const view = keepWhile((_key: object, atMs: number) => `${atMs} ${++count}`);
  const [one, other] = [{}, {}];
  expect([view(one, 5), view(one, 5), view(other, 5), view(one, 6), view(one, 5)]).toEqual(["5 1", "5 1", "5 2", "6 3", "5 4"]);
});

test("values that read the same keep a result, identical or not", () => {
  let count = 0;
  const total = keepWhile(
    (_key: object, read: readonly number[]) => `${read.reduce((sum, one) => sum + one, 0)} ${++count}`,
    (before, now) => before.join() === now.join(),
  );
  const key = {};
  expect([total(key, [1, 2]), total(key, [1, 2]), total(key, [1, 3])]).toEqual(["3 1", "3 1", "4 2"]);
});
