import { expect, test } from "vitest";
import { openHost } from "#env/open/open-host.ts";
import type { EvalResult } from "../evaluations/eval-result.ts";
import { byProblem } from "../evaluations/group-results.ts";
import { targetsOf } from "./choose-tasks.ts";
import { readSuite, suiteNames } from "./suite.ts";

test("an unknown suite is an error that names those that ship", async () => {
  await expect(readSuite("../x")).rejects.toThrow(/there is no suite "\.\.\/x"; there are .*lite/);
});

test("every task of every suite exists, and the suite holdout has none of another split", async () => {
  const { catalogue } = await openHost();
  const listed = new Set(catalogue.list({ splits: ["train", "eval", "holdout"] }).map(({ uri }) => uri));
  for (const name of suiteNames()) {
    const { episodes } = await readSuite(name);
    const tasks = episodes.map(({ task }) => withoutPins(task));
    // Problems that name no target draw one. Which sets of two a catalogue lists is drawn anew with each fault that comes; those of a suite are still tasks.
    expect(tasks.filter((task) => !listed.has(task) && !task.includes("+") && task.includes("?"))).toEqual([]);
    for (const { task } of episodes) expect(() => catalogue.resolve(task)).not.toThrow();
    expect(new Set(episodes.map(({ task, seed }) => `${task} ${seed}`)).size).toBe(episodes.length);
    if (name === "holdout") expect(new Set(tasks.map((task) => catalogue.resolve(task).split))).toEqual(new Set(["holdout"]));
  }
});

test("no row of a report on the suite lite is of fewer than three episodes", async () => {
  const { episodes } = await readSuite("lite");
  const rows = byProblem(episodes as unknown as readonly EvalResult[]);
  expect([...rows].filter(([, members]) => members.length < 3)).toEqual([]);
});

/** A task's URI with nothing but its targets. */
const withoutPins = (uri: string): string => {
  const targets = targetsOf(uri).map((target) => `target=${target}`);
  return [uri.split("?")[0], targets.join("&")].filter((part) => part !== "").join("?");
};

test("the problems of another benchmark that can be played have their public names, and the others say what they wait for", async () => {
  const { catalogue } = await openHost();
  const { episodes, waiting } = await readSuite("sregym");
  expect(episodes.length + waiting.length).toBe(123);
  for (const { name = "", task } of episodes) {
    expect(catalogue.resolve(name).uri).toBe(catalogue.resolve(withoutForm(task)).uri);
    expect(catalogue.resolve(`${name}?noise=none`).uri).toMatch(/noise=none/);
  }
  for (const { name, missing } of waiting) {
    expect(missing.length).toBeGreaterThan(0);
    expect(() => catalogue.resolve(name)).toThrow(`${name} cannot be played yet: it waits for ${missing.join(", ")}`);
  }
});

const withoutForm = (uri: string): string =>
  uri.replace(/&(variant=standard|(noise|decoys|twins)=none)/g, "").replace(/\?(variant=standard|noise=none).*$/, "");
