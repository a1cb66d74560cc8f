import { expect, test } from "vitest";
import { chooseByTurn, planBreadths } from "./qualification-plan.ts";

const uris = (app: string, fault: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `kubedrill://${app}/${fault}?target=service/s${i}`);

const broad = (tasks: readonly string[]): readonly string[] =>
  [...planBreadths(tasks)].flatMap(([uri, breadth]) => (breadth === "each" ? [uri] : []));

test("two targets of a fault in an application are played with everything, the others with one of each", () => {
  const tasks = [...uris("a", "x", 9), ...uris("a", "y", 1), ...uris("b", "x", 5)];
  const chosen = broad(tasks);
  for (const [group, count] of [
    ["a/x", 2],
    ["a/y", 1],
    ["b/x", 2],
  ] as const)
    expect(chosen.filter((uri) => uri.includes(`//${group}?`))).toHaveLength(count);
});

test("faults at once are one problem of an application, whichever they are", () => {
  const tasks = ["x+y", "x+z", "y+z", "z+x"].map((problem) => `kubedrill://a/${problem}?target=service/s&target=service/t`);
  expect(broad(tasks)).toHaveLength(2);
});

test("a new target takes the place of one at most, whatever the order", () => {
  for (let count = 3; count < 40; count++) {
    const [before, after] = [broad(uris("a", "x", count)), broad([...uris("a", "x", count + 1)].reverse())];
    expect(before.filter((uri) => !after.includes(uri)).length).toBeLessThanOrEqual(1);
  }
});

test("by turns every policy is played on some target, and the same ones again", () => {
  const names = ["p", "q", "r", "s"];
  const played = uris("a", "x", 60).map((uri) => chooseByTurn(names, "one", uri, (name) => name));
  expect(new Set(played.flat())).toEqual(new Set(names));
  for (const one of played) expect(one).toHaveLength(1);
  expect(uris("a", "x", 60).map((uri) => chooseByTurn(names, "one", uri, (name) => name))).toEqual(played);
  expect(chooseByTurn(names, "each", "kubedrill://a/x", (name) => name)).toEqual(names);
});
