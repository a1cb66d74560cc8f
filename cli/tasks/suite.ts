import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { type ListedProblem, listNamedProblems } from "#env/catalogue/named-problems.ts";
import { CliError } from "../errors/cli-error.ts";
import { withPins } from "./choose-tasks.ts";

/**
 * A frozen list of tasks and seeds: `cli/suites/<name>.yaml`, or problems of another benchmark. An episode that was published is never
 * changed or taken out, so that results can be compared over the years; a better list gets another name.
 */
export interface Suite {
  readonly name: string;
  readonly title: string;
  /** One or two sentences on what is in it and what it is good for. */
  readonly about: string;
  readonly episodes: readonly SuiteEpisode[];
  /** Problems that belong to it and cannot be played yet. */
  readonly waiting: readonly WaitingProblem[];
}

/** A problem that cannot be played yet. */
export interface WaitingProblem {
  readonly name: string;
  /** Ids of the faults and decoys that do not ship. */
  readonly missing: readonly string[];
}

/** One episode of a suite. */
export interface SuiteEpisode {
  /** Name elsewhere, such as in another benchmark; missing: it has none. */
  readonly name?: string | undefined;
  /** URI of the task. */
  readonly task: string;
  readonly seed: string;
}

/** Names of the suites that ship. */
export const suiteNames = (): readonly string[] =>
  [
    ...readdirSync(FOLDER)
      .filter((file) => file.endsWith(".yaml"))
      .map((file) => file.slice(0, -".yaml".length)),
    ...Object.keys(NAMED_SUITES),
  ].sort();

/** Reads a suite. @throws CliError if there is none of this name */
export const readSuite = async (name: string): Promise<Suite> => {
  const named = NAMED_SUITES[name];
  if (named !== undefined) return await suiteOfProblems(name, named);
  if (!suiteNames().includes(name)) throw new CliError(`there is no suite ${JSON.stringify(name)}; there are ${suiteNames().join(", ")}`);
  return { name, waiting: [], ...schema.parse(parse(readFileSync(join(FOLDER, `${name}.yaml`), "utf8"))) };
};

const FOLDER = join(import.meta.dirname, "../suites");

interface NamedSuite {
  readonly title: string;
  readonly about: string;
  readonly holds: (problem: ListedProblem) => boolean;
}

const NAMED_SUITES: Readonly<Record<string, NamedSuite>> = {
  sregym: {
    title: "Problems of SREGym",
    about: "Problems of SREGym under their own ids, in their published form, without noise, decoys or twins.",
    holds: ({ active }) => active,
  },
  "sregym-lite": {
    title: "Problems of SREGym, a short run",
    about: "Those of 21 problems of SREGym that stand for the others, in their published form, without noise, decoys or twins.",
    holds: ({ isLite }) => isLite,
  },
};

const suiteOfProblems = async (name: string, { title, about, holds }: NamedSuite): Promise<Suite> => {
  const problems = (await listNamedProblems()).filter(holds);
  const [ready, waiting] = [problems.filter(({ missing }) => missing.length === 0), problems.filter(({ missing }) => missing.length > 0)];
  return {
    name,
    title,
    about: `${about} ${ready.length} of ${problems.length} can be played.`,
    episodes: ready.map(({ id, uri }) => ({ name: id, task: withPins(uri, PUBLISHED_FORM), seed: "1" })),
    waiting: waiting.map(({ id, missing }) => ({ name: id, missing })),
  };
};

const PUBLISHED_FORM = { variant: "standard", noise: "none", decoys: "none", twins: "none" };

const schema = z.strictObject({
  title: z.string(),
  about: z.string(),
  episodes: z
    .array(z.strictObject({ name: z.string().optional(), task: z.string().startsWith("kubedrill://"), seed: z.coerce.string() }))
    .min(1),
});
