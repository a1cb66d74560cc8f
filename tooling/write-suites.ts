/**
 * `npm run suites`: draws the frozen suites `faults` and `holdout` from the catalogue anew, and writes cli/suites/<name>.yaml. Seeds are counted
 * from the first, and tasks are taken in an order of their hashes, so that an equal catalogue gives equal suites.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { appOf, problemOf } from "../cli/tasks/choose-tasks.ts";
import type { TaskInfo } from "../env/host/episode-protocol.ts";
import { openHost } from "../env/open/open-host.ts";

const FOLDER = join(import.meta.dirname, "../cli/suites");

interface DrawnSuite {
  readonly title: string;
  readonly about: string;
  readonly firstSeed: number;
  /** Splits that tasks are taken from, those before first. */
  readonly splits: readonly string[];
  /** Episodes of each fault, of nothing wrong, and of several faults in all. */
  readonly each: number;
  readonly healthy: number;
  readonly several: number;
}

const SUITES: Readonly<Record<string, DrawnSuite>> = {
  faults: {
    title: "Every fault",
    about:
      "Two episodes of each fault, or as many as it has targets, 12 of nothing wrong, and 20 of several faults at once, in all applications. Tasks that training never sees come first.",
    firstSeed: 10_001,
    splits: ["holdout", "eval", "train"],
    each: 2,
    healthy: 12,
    several: 20,
  },
  holdout: {
    title: "Held-out tasks",
    about: "Tasks of the split holdout, in variants that training never sees: up to eight of each fault, and 24 of several faults at once.",
    firstSeed: 1001,
    splits: ["holdout"],
    each: 8,
    healthy: 0,
    several: 24,
  },
};

const main = async (): Promise<void> => {
  const { catalogue } = await openHost();
  const tasks = catalogue.list({ splits: ["train", "eval", "holdout"] });
  for (const [name, suite] of Object.entries(SUITES)) {
    const episodes = drawEpisodes(tasks, suite);
    writeFileSync(join(FOLDER, `${name}.yaml`), render(suite, episodes));
    console.error(`${name}: ${episodes.length} episodes`);
  }
};

const drawEpisodes = (tasks: readonly TaskInfo[], suite: DrawnSuite): readonly string[] => {
  const fitting = tasks.filter(({ split, uri }) => suite.splits.includes(split) || problemOf(uri) === "healthy");
  const byProblem = [...Map.groupBy(fitting, ({ uri }) => problemOf(uri))].sort(([left], [right]) => (left < right ? -1 : 1));
  const singles = byProblem.filter(([problem]) => problem !== "healthy" && !problem.includes("+"));
  const several = byProblem.filter(([problem]) => problem.includes("+")).flatMap(([, those]) => byApp(those, suite.splits).slice(0, 1));
  const healthy = byApp(byProblem.find(([problem]) => problem === "healthy")?.[1] ?? [], suite.splits);
  return [
    ...singles.flatMap(([, those]) => byApp(those, suite.splits).slice(0, suite.each)),
    ...Array.from({ length: suite.healthy }, (_, i) => healthy[i % healthy.length]!),
    ...byApp(several, suite.splits).slice(0, suite.several),
  ].map(({ uri }) => uri);
};

/** Orders tasks such that a first few are of as many applications as there are, and of the first splits. */
const byApp = (tasks: readonly TaskInfo[], splits: readonly string[]): readonly TaskInfo[] => {
  const mixed = [...tasks].sort((left, right) => (hashOf(left.uri) < hashOf(right.uri) ? -1 : 1));
  const rank = new Map<TaskInfo, number>();
  for (const [, those] of Map.groupBy(mixed, ({ uri, split }) => `${appOf(uri)} ${split}`)) {
    those.forEach((task, i) => {
      rank.set(task, i);
    });
  }
  const place = (task: TaskInfo): number => splits.indexOf(task.split) * 1e6 + rank.get(task)!;
  return mixed.sort((left, right) => place(left) - place(right));
};

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const render = ({ title, about, firstSeed }: DrawnSuite, uris: readonly string[]): string =>
  [
    `title: ${title}`,
    `about: "${about}"`,
    "episodes:",
    ...uris.flatMap((uri, i) => [`  - task: ${uri}`, `    seed: ${firstSeed + i}`]),
    "",
  ].join("\n");

await main();
