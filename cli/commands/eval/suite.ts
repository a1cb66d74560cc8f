import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { CliError } from "../../errors/cli-error.ts";

/**
 * A frozen list of tasks and seeds, `cli/suites/<name>.yaml`. An episode that was published is never changed or taken
 * out, so that results can be compared over the years; a better list gets another name.
 */
export interface Suite {
  readonly name: string;
  readonly title: string;
  /** One or two sentences on what is in it and what it is good for. */
  readonly about: string;
  readonly episodes: readonly SuiteEpisode[];
}

/** One episode of a suite. */
export interface SuiteEpisode {
  /** Name elsewhere, such as in another benchmark; missing: it has none. */
  readonly name?: string | undefined;
  /** URI of the task. */
  readonly task: string;
  readonly seed: string;
}

const FOLDER = join(import.meta.dirname, "../../suites");

const schema = z.strictObject({
  title: z.string(),
  about: z.string(),
  episodes: z
    .array(z.strictObject({ name: z.string().optional(), task: z.string().startsWith("kubedrill://"), seed: z.coerce.string() }))
    .min(1),
});

/** Names of the suites that ship. */
export const suiteNames = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length))
    .sort();

/** Reads a suite. @throws CliError if there is none of this name */
export const readSuite = (name: string): Suite => {
  if (!suiteNames().includes(name)) throw new CliError(`there is no suite ${JSON.stringify(name)}; there are ${suiteNames().join(", ")}`);
  return { name, ...schema.parse(parse(readFileSync(join(FOLDER, `${name}.yaml`), "utf8"))) };
};
