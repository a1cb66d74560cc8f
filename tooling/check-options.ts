import { parseArgs } from "node:util";
import type { Shard, Step } from "./steps.ts";
import { commitOfTree } from "./tree.ts";

/** Wishes of the caller of the checks. */
export interface CheckOptions {
  /** Names of the steps to run; none: all of the suite. */
  readonly names: readonly string[];
  /** True: every case of every test, on a real cluster too; false: where there are many alike, those that the seed draws. */
  readonly isWhole: boolean;
  /** Seed by which `npm test` draws the cases that it takes; unless told, the commit's hash, so that they rotate. */
  readonly seed: string;
  readonly shard?: Shard;
  /** True: steps that passed before on the same tree run again. */
  readonly isFresh: boolean;
}

/** Reads the command line of the checks; prints the help, or what is wrong with it, and exits where there is nothing to run. */
export const readCheckOptions = (args: readonly string[], steps: readonly Step[]): CheckOptions => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (values.help) return exit(0, helpOf(steps));
    const unknown = positionals.filter((name) => !steps.some((step) => step.name === name));
    if (unknown.length > 0) throw new Error(`there is no step ${unknown.join(", ")}; there are: ${namesOf(steps)}`);
    return {
      names: positionals,
      isWhole: values.all,
      isFresh: values.fresh,
      seed: values.seed ?? commitOfTree().slice(0, 12),
      ...(values.shard !== undefined && { shard: parseShard(values.shard) }),
    };
  } catch (error) {
    return exit(2, `${(error as Error).message}\n\n${helpOf(steps)}`);
  }
};

const OPTIONS = {
  all: { type: "boolean", default: false },
  fresh: { type: "boolean", default: false },
  seed: { type: "string" },
  shard: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

const parseShard = (text: string): Shard => {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count)
    throw new Error(`--shard ${text} names no part; write the second of four as --shard 2/4`);
  return { index, count };
};

const exit = (status: number, text: string): never => {
  (status === 0 ? console.log : console.error)(text);
  process.exit(status);
};

const helpOf = (steps: readonly Step[]): string => `npm test [-- options] [steps]         what an ordinary change can break, in minutes
npm run test:all [-- options]        every case, on a real cluster too where KUBEDRILL_TEST_KUBECONFIG names one
npm run test:live                    the tests on a real cluster alone

  steps          names of steps, quoted where they have blanks; missing: all of the suite
  --seed S       draws the samples of npm test by S instead of the commit's hash
  --shard I/N    the I-th of N parts of the test files; part 1 has the checks of the whole tree
  --fresh        test:all goes on where it stopped on the same tree; with this it starts anew

Steps: ${namesOf(steps)}`;

const namesOf = (steps: readonly Step[]): string => steps.map(({ name }) => (name.includes(" ") ? `"${name}"` : name)).join(", ");
