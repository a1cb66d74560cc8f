import { expect, test } from "vitest";
import { openHost } from "#env/open/open-host.ts";
import { readSuite, suiteNames } from "./suite.ts";

test("an unknown suite is an error that names those that ship", () => {
  expect(() => readSuite("../x")).toThrow(/there is no suite "\.\.\/x"; there are .*lite/);
});

test("every task of every suite exists, and the suite holdout has none of another split", async () => {
  const { catalogue } = await openHost();
  const listed = new Set(catalogue.list({ splits: ["train", "eval", "holdout"] }).map(({ uri }) => uri));
  for (const name of suiteNames()) {
    const { episodes } = readSuite(name);
    const tasks = episodes.map(({ task }) => task.replace(/[?&](variant|noise|decoys|twins)=.*$/, ""));
    // Which sets of two a catalogue lists is drawn anew with each fault that comes; those of a suite are still tasks.
    expect(tasks.filter((task) => !listed.has(task) && !task.includes("+"))).toEqual([]);
    for (const { task } of episodes) expect(() => catalogue.resolve(task)).not.toThrow();
    expect(new Set(episodes.map(({ task, seed }) => `${task} ${seed}`)).size).toBe(episodes.length);
    if (name === "holdout") expect(new Set(tasks.map((task) => catalogue.resolve(task).split))).toEqual(new Set(["holdout"]));
  }
});
