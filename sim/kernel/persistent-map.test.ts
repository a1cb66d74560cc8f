import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { PersistentMap } from "./persistent-map.ts";

const expectInOrder = (map: PersistentMap<number>, expected: ReadonlyMap<string, number>): void => {
  const keys = [...expected.keys()].sort();
  expect(map.keys()).toEqual(keys);
  expect(map.values()).toEqual(keys.map((key) => expected.get(key)));
};

test("whatever is written, deleted and forked, the list in order is that of the entries", () => {
  const rng = createRng("persistent-map");
  let map = new PersistentMap<number>();
  let expected = new Map<string, number>();
  const left: { readonly map: PersistentMap<number>; readonly expected: ReadonlyMap<string, number> }[] = [];
  for (let i = 0; i < 4000; i++) {
    const key = `key-${rng.int(0, 60)}`;
    if (rng.chance({ numerator: 2, denominator: 3 })) {
      map.set(key, i);
      expected.set(key, i);
    } else {
      map.delete(key);
      expected.delete(key);
    }
    if (rng.chance({ numerator: 1, denominator: 5 })) expectInOrder(map, expected);
    if (rng.chance({ numerator: 1, denominator: 100 })) {
      left.push({ map, expected });
      map = map.fork();
      expected = new Map(expected);
    }
  }
  for (const one of left) expectInOrder(one.map, one.expected);
  expect(map.size).toBe(expected.size);
});

test("a tally counts the changes of all that share it, and none of a fork with its own", () => {
  const tally = { count: 0 };
  const [one, two] = [new PersistentMap<number>(tally), new PersistentMap<number>(tally)];
  one.set("a", 1);
  two.set("a", 1);
  two.delete("a");
  two.delete("a");
  const fork = one.fork({ count: tally.count });
  fork.set("b", 1);
  expect(tally.count).toBe(3);
});
