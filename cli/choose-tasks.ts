import { createRng } from "#core/rng.ts";
import type { TaskFilter } from "#env/catalogue/catalogue-protocol.ts";
import { CliError } from "./cli-error.ts";
import type { CliOption } from "./command.ts";
import type { Engine } from "./engine.ts";
import { listOfText } from "./option-values.ts";

/** Selection of tasks from command-line options. */
export interface TaskChoice {
  readonly task?: string;
  readonly app?: string;
  readonly fault?: readonly string[];
  readonly target?: readonly string[];
  readonly tags?: readonly string[];
  readonly split?: string;
  readonly variant?: string;
}

/** A task with a seed, decimal. */
export interface ChosenTask {
  readonly uri: string;
  readonly seed: string;
}

export const SPLITS = ["train", "eval", "holdout", "all"] as const;

/** The options that select tasks, the same in every command. */
export const TASK_OPTIONS: readonly CliOption[] = [
  { flags: "--app <name>", description: "tasks of this application" },
  {
    flags: "--fault <ids>",
    description: "tasks of these problems, separated by commas: a fault id, a+b for two at once, healthy",
    parse: listOfText,
  },
  { flags: "--target <names>", description: "tasks of these targets, separated by commas, such as service/frontend", parse: listOfText },
  { flags: "--tags <tags>", description: "tasks that carry all of these tags, separated by commas", parse: listOfText },
  { flags: "--split <name>", description: "tasks of this split", choices: SPLITS },
];

/** Option that names the form of the app. */
export const VARIANT_OPTION: CliOption = {
  flags: "--variant <id>",
  description: "play in this variant of the app; standard: its published form (default: each seed draws one)",
};

/** Pins the variant of a task, unless its URI names one. */
export const inVariant = (uri: string, variant: string | undefined): string =>
  variant === undefined || /[?&]variant=/.test(uri) ? uri : `${uri}${uri.includes("?") ? "&" : "?"}variant=${encodeURIComponent(variant)}`;

/** Writes a choice as a filter of the catalogue. */
export const toFilter = ({ app, fault, tags, split }: TaskChoice, fallbackSplit: string): TaskFilter => ({
  splits: (split ?? fallbackSplit) === "all" ? ["train", "eval", "holdout"] : [split ?? fallbackSplit],
  tagsAll: [...(app === undefined ? [] : [`app:${app}`]), ...(tags ?? [])],
  ...(fault === undefined ? {} : { problemIds: fault }),
});

/**
 * Chooses tasks and seeds; equal choices and seeds give equal lists.
 *
 * One task is played with seeds seed, seed + 1, …; others are drawn, each once per pass, with drawn seeds.
 */
export const chooseTasks = async (engine: Engine, choice: TaskChoice, seed: bigint, count: number): Promise<readonly ChosenTask[]> =>
  (await drawTasks(engine, choice, seed, count)).map((task) => ({ ...task, uri: inVariant(task.uri, choice.variant) }));

const drawTasks = async (engine: Engine, choice: TaskChoice, seed: bigint, count: number): Promise<readonly ChosenTask[]> => {
  if (choice.task !== undefined) return repeatTask(choice.task, seed, count);
  if (choice.target !== undefined) return await drawFromTargets(engine, choice, seed, count);
  const request = { filter: toFilter(choice, "train"), kind: "SHUFFLED", seed: String(seed), n: count, repeats: 1, weights: {} } as const;
  const { draws } = await engine.sampleTasks(request);
  if (draws.length === 0) throw nothingFits(choice);
  return draws.map((draw) => ({ uri: draw.taskUri, seed: draw.seed }));
};

/** Lists the tasks of a selection. */
export const findTasks = async (engine: Engine, choice: TaskChoice, fallbackSplit: string) => {
  const tasks = await engine.listTasks(toFilter(choice, fallbackSplit));
  const { target } = choice;
  return target === undefined ? tasks : tasks.filter((task) => target.some((name) => targetsOf(task.uri).includes(name)));
};

/** Targets that a URI pins. */
export const targetsOf = (uri: string): readonly string[] => new URLSearchParams(uri.split("?")[1] ?? "").getAll("target");

/** The problem that a URI names: fault ids joined by "+", or "healthy". */
export const problemOf = (uri: string): string => uri.replace("kubedrill://", "").split(/[/@?]/)[1] ?? "";

const repeatTask = (uri: string, seed: bigint, count: number): readonly ChosenTask[] =>
  Array.from({ length: count }, (_, i) => ({ uri, seed: String(BigInt.asUintN(64, seed + BigInt(i))) }));

const drawFromTargets = async (engine: Engine, choice: TaskChoice, seed: bigint, count: number): Promise<readonly ChosenTask[]> => {
  const tasks = await findTasks(engine, choice, "train");
  if (tasks.length === 0) throw nothingFits(choice);
  const rng = createRng(seed).stream("rollout/targets");
  const order = rng.stream("order").shuffle(tasks);
  return Array.from({ length: count }, (_, i) => {
    const stream = rng.stream(`seed/${i}`);
    return { uri: order[i % order.length]!.uri, seed: String((BigInt(stream.uint32() >>> 1) << 32n) | BigInt(stream.uint32())) };
  });
};

const nothingFits = (choice: TaskChoice): CliError =>
  new CliError(`no task fits ${JSON.stringify(choice)}; see what there is with \`kubedrill tasks --split all\``);
