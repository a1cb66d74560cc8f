import { expect, test } from "vitest";
import { coresByTask, groupOf, taskOf, withWish } from "./control-group.ts";
import { cpuWeight } from "./cpu-weight.ts";

test("groups share first, and their members what they have got", () => {
  // Services have 100 of 400 parts of four cores; the pods' three cores go to two of them by 1 : 2.
  const machine = root([
    groupOf({ name: "system", weight: 100 }, [taskOf("backup", 100, 4)]),
    groupOf({ name: "pods", weight: 300 }, [taskOf("a", 10, 4), taskOf("b", 20, 4)]),
  ]);
  expect(Object.fromEntries(coresByTask(4, machine))).toEqual({ backup: 1, a: 1, b: 2 });
});

test("what a group leaves goes to the group beside it, not only to its own members", () => {
  const machine = root([
    groupOf({ name: "system", weight: 100 }, [taskOf("backup", 100, 0.5)]),
    groupOf({ name: "pods", weight: 300 }, [taskOf("a", 10, 1), taskOf("b", 10, 4)]),
  ]);
  expect(Object.fromEntries(coresByTask(4, machine))).toEqual({ backup: 0.5, a: 1, b: 2.5 });
});

test("a quota holds whatever is idle, and what it leaves goes to others", () => {
  const machine = root([
    groupOf({ name: "limited", weight: 100, most: 0.5 }, [taskOf("a", 100, 1), taskOf("b", 100, 1)]),
    groupOf({ name: "free", weight: 100 }, [taskOf("c", 100, 9)]),
  ]);
  expect(Object.fromEntries(coresByTask(4, machine))).toEqual({ a: 0.25, b: 0.25, c: 3.5 });
});

test("a task that wanted more would get its share of what others take now", () => {
  const machine = root([taskOf("a", 10, 0.2), taskOf("hog", 30, 9)]);
  expect(coresByTask(4, machine).get("hog")).toBe(3.8);
  expect(coresByTask(4, withWish(machine, "a", 4)).get("a")).toBe(1);
  expect(coresByTask(4, machine).get("a")).toBe(0.2);
});

test("weights follow from requests as a node has them in its files", () => {
  // 0 and 2 shares, 102, 512, 1024, and 8192 of eight cores.
  expect([0, 0.001, 0.1, 0.5, 1, 8, 1000].map(cpuWeight)).toEqual([1, 1, 4, 20, 39, 313, 10_000]);
});

const root = (members: Parameters<typeof groupOf>[1]) => groupOf({ name: "machine", weight: 1 }, members);
