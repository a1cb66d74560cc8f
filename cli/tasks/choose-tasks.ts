import { nearestNames } from "#core/nearest-names.ts";
import { createRng } from "#core/rng.ts";
import type { SampleRequest, TaskDraw, TaskFilter } from "#env/catalogue/catalogue-protocol.ts";
import type { CliOption } from "../command.ts";
import type { Engine } from "../engine/engine.ts";
import { CliError } from "../errors/cli-error.ts";
import { type DifficultyRange, difficultyRange, listOfText } from "../options/option-values.ts";

/** Selection of tasks from command-line options. */
export interface TaskChoice {
  readonly task?: string;
  readonly app?: string;
  readonly fault?: readonly string[];
  readonly target?: readonly string[];
  readonly tags?: readonly string[];
  readonly split?: string;
  readonly difficulty?: DifficultyRange;
  readonly sampler?: string;
  readonly variant?: string;
  readonly noise?: string;
  readonly decoys?: string;
  readonly twins?: string;
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
  { flags: "--difficulty <range>", description: "tasks of this difficulty, 1 to 5, such as 4 or 4..5", parse: difficultyRange },
];

/** The option of commands that draw tasks. */
export const SAMPLER_OPTION: CliOption = {
  flags: "--sampler <kind>",
  description:
    "how tasks are drawn: balanced (shares by kind, then by family of faults), uniform, shuffled (each once per pass) or sequential",
  choices: ["balanced", "uniform", "shuffled", "sequential"],
  fallback: "balanced",
};

/** Option that names the form of the app. */
export const VARIANT_OPTION: CliOption = {
  flags: "--variant <id>",
  description: "play in this variant of the app; standard: its published form (default: each seed draws one)",
};

/** Options that say what else goes on in an episode. */
export const DISTRACTION_OPTIONS: readonly CliOption[] = [
  { flags: "--noise <ids>", description: "noise of these kinds, separated by commas; none: none (default: each seed draws)" },
  { flags: "--decoys <ids>", description: "decoys of these kinds, separated by commas; none: none (default: each seed draws)" },
  {
    flags: "--twins <none>",
    description:
      "none: no innocent object has what faults break, such as a policy or a selector that is odd (default: most seeds draw some)",
    choices: ["none"],
  },
];

/** Pins the variant, noise, decoys and twins of a task, unless its URI names them. */
export const withPins = (
  uri: string,
  { variant, noise, decoys, twins }: Pick<TaskChoice, "variant" | "noise" | "decoys" | "twins">,
): string =>
  Object.entries({ variant, noise, decoys, twins }).reduce(
    (pinned, [name, value]) =>
      value === undefined || new RegExp(`[?&]${name}=`).test(uri)
        ? pinned
        : `${pinned}${pinned.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`,
    uri,
  );

/** Writes a choice as a filter of the catalogue. */
export const toFilter = ({ app, fault, tags, split, difficulty }: TaskChoice, fallbackSplit: string): TaskFilter => ({
  splits: (split ?? fallbackSplit) === "all" ? ["train", "eval", "holdout"] : [split ?? fallbackSplit],
  tagsAll: [...(app === undefined ? [] : [`app:${app}`]), ...(tags ?? [])],
  ...(fault === undefined ? {} : { problemIds: fault }),
  ...(difficulty === undefined ? {} : { difficultyMin: difficulty.least, difficultyMax: difficulty.most }),
});

/**
 * Chooses tasks and seeds; equal choices and seeds give equal lists.
 *
 * One task is played with seeds seed, seed + 1, …; others are drawn, with drawn seeds.
 */
export const chooseTasks = async (engine: Engine, choice: TaskChoice, seed: bigint, count: number): Promise<readonly ChosenTask[]> =>
  (await drawTasks(engine, choice, seed, count)).map((task) => ({ ...task, uri: withPins(task.uri, choice) }));

const drawTasks = async (engine: Engine, choice: TaskChoice, seed: bigint, count: number): Promise<readonly ChosenTask[]> => {
  if (choice.task !== undefined) return repeatTask(choice.task, seed, count);
  if (choice.target !== undefined) return await drawFromTargets(engine, choice, seed, count);
  await checkNames(engine, choice, "train");
  const kind = (choice.sampler ?? "balanced").toUpperCase() as SampleRequest["kind"];
  const draws = await drawPages(engine, { filter: toFilter(choice, "train"), kind, seed: String(seed), repeats: 1, weights: {} }, count);
  if (draws.length === 0) throw nothingFits(choice);
  return draws.map((draw) => ({ uri: draw.taskUri, seed: draw.seed }));
};

/** Draws any number of tasks, as many in a request as a server answers at once. */
const drawPages = async (engine: Engine, request: Omit<SampleRequest, "n">, count: number): Promise<readonly TaskDraw[]> => {
  const draws: TaskDraw[] = [];
  let cursor: string | undefined;
  while (draws.length < count) {
    const n = Math.min(DRAWS_PER_REQUEST, count - draws.length);
    const reply = await engine.sampleTasks({ ...request, n, ...(cursor === undefined ? {} : { cursor }) });
    if (reply.draws.length === 0) break;
    draws.push(...reply.draws);
    cursor = reply.cursor;
  }
  return draws;
};

const DRAWS_PER_REQUEST = 10_000;

/** Lists the tasks of a selection. */
export const findTasks = async (engine: Engine, choice: TaskChoice, fallbackSplit: string) => {
  await checkNames(engine, choice, fallbackSplit);
  const tasks = await engine.listTasks(toFilter(choice, fallbackSplit));
  const { target } = choice;
  return target === undefined ? tasks : tasks.filter((task) => target.some((name) => targetsOf(task.uri).includes(name)));
};

/** Targets that a URI pins. */
export const targetsOf = (uri: string): readonly string[] => new URLSearchParams(uri.split("?")[1] ?? "").getAll("target");

/** The problem that a URI names: fault ids joined by "+", or "healthy". */
export const problemOf = (uri: string): string => appAndProblemOf(uri).split("/")[1] ?? "";

/** Name of the app in a URI. */
export const appOf = (uri: string): string => appAndProblemOf(uri).split("/")[0] ?? "";

/** App and problem of a URI, `app/problem`. */
export const appAndProblemOf = (uri: string): string => uri.replace("kubedrill://", "").split(/[@?]/)[0] ?? "";

/** @throws CliError if the app, a problem, target or tag that is named has no task in any split, with the names that are close to it */
const checkNames = async (engine: Engine, { fault = [], ...choice }: TaskChoice, fallbackSplit: string): Promise<void> => {
  const { app, target = [], tags = [] } = choice;
  if (app === undefined && fault.length + target.length + tags.length === 0) return;
  const all = namesOf(await engine.listTasks(toFilter({ split: "all" }, "all")));
  if (app !== undefined && !all.apps.has(app)) throw unknownName("app", app, [...all.apps], "kubedrill apps");
  const lists = "kubedrill tasks --split all --count";
  for (const name of fault) {
    if (all.problems.has(name) || all.tags.has(name)) continue;
    // Those of the chosen split are the ones to suggest.
    const near = namesOf(await engine.listTasks(toFilter({ ...choice, tags: [] }, fallbackSplit)));
    throw unknownName("problem", name, alike(name, [...near.problems]), lists);
  }
  for (const name of target) if (!all.targets.has(name)) throw unknownName("target", name, [...all.targets], "kubedrill tasks --split all");
  for (const name of tags) if (!all.tags.has(name)) throw unknownName("tag", name, [...all.tags], "kubedrill tasks --split all --json");
};

const namesOf = (tasks: Awaited<ReturnType<Engine["listTasks"]>>) => ({
  apps: new Set(tasks.map(({ uri }) => appOf(uri))),
  problems: new Set(tasks.map(({ uri }) => problemOf(uri))),
  targets: new Set(tasks.flatMap(({ uri }) => targetsOf(uri))),
  tags: new Set(tasks.flatMap(({ tags }) => tags)),
});

/** Problems of as many faults as a name has. */
const alike = (name: string, problems: readonly string[]): readonly string[] =>
  problems.filter((problem) => problem.includes("+") === name.includes("+"));

const unknownName = (kind: string, name: string, known: readonly string[], command: string): CliError => {
  const close = nearestNames(name, known);
  const hint = close.length === 0 ? "" : `; did you mean ${close.join(" or ")}?`;
  return new CliError(`there is no ${kind} "${name}"${hint || ";"} \`${command}\` lists all`);
};

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

/** Says which options exclude each other. */
const nothingFits = ({ app, fault, target, tags, difficulty, split = "train" }: TaskChoice): CliError => {
  const range = difficulty === undefined ? undefined : `${difficulty.least}..${difficulty.most}`;
  const options = Object.entries({ app, fault, target, tags, split, difficulty: range }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${String(value)}`],
  );
  return new CliError(`no task fits ${options.join(" ")}; see what there is with \`kubedrill tasks --split all\``);
};
