import { defineCommand } from "../../command.ts";
import type { Engine, EpisodeOrder } from "../../engine/engine.ts";
import { countTasks, idPrefixOf, toGroupOrders } from "../../engine/group-orders.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { playOrders } from "../../engine/play-orders.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { describeUsage, type ModelUsage } from "../../llm/model-usage.ts";
import { FORMAT_OPTION } from "../../options/format-option.ts";
import { LEAD_OPTION } from "../../options/lead-option.ts";
import { describeModel, MODEL_OPTIONS, type ModelOptions, modelSettingsOf } from "../../options/model-options.ts";
import { seedNumber, wholeNumber } from "../../options/option-values.ts";
import { POLICIES_OPTION, REFERENCE_OPTION } from "../../options/policy-options.ts";
import { SERVER_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import { readShard, type Shard } from "../../options/shard.ts";
import { toCommandLine } from "../../output/command-line.ts";
import type { CliOutput } from "../../output/output.ts";
import { chooseTasks, SAMPLER_OPTION, TASK_OPTIONS, type TaskChoice, VARIANT_OPTION } from "../../tasks/choose-tasks.ts";
import { renderCard } from "../../trajectories/dataset-card.ts";
import { type DatasetFiles, openDataset } from "../../trajectories/dataset-files.ts";
import { type ManifestFacts, toManifest } from "../../trajectories/dataset-manifest.ts";
import { factsOfOrder } from "../../trajectories/facts-of-order.ts";
import type { DatasetFormat } from "../../trajectories/formats/format.ts";
import { FILE_TYPES, type FileType } from "../../trajectories/formats/row-file.ts";
import { writeFormats } from "../../trajectories/formats/write-formats.ts";
import { given } from "../../trajectories/given.ts";
import { toTrajectory } from "../../trajectories/to-trajectory.ts";

interface DatasetOptions extends TaskChoice, ModelOptions, ServerOptions {
  readonly out: string;
  readonly policy: readonly string[];
  readonly repeats: number;
  readonly format: readonly DatasetFormat[];
  readonly fileType: FileType;
  readonly tools: ToolPlace;
  readonly episodes: number;
  readonly perFile: number;
  readonly parallel?: number;
  readonly seed: bigint;
  readonly profile?: string;
  readonly maxSteps?: number;
  readonly leadTime?: number;
  readonly advantages: number;
  readonly reference: string;
  readonly timing?: boolean;
  readonly shard?: Shard;
}

/** Places where rows have the tools. */
const TOOL_PLACES = ["once", "rows"] as const;
type ToolPlace = (typeof TOOL_PLACES)[number];

export default defineCommand<DatasetOptions>({
  name: "dataset",
  summary: "write episodes to a folder of JSON lines, for learning offline",
  description:
    "Plays episodes and writes each as one line of trajectories-NNNNN.jsonl: observations, actions, results, rewards by component, digests, and how it ended; manifest.json and README.md sum up. --format adds data/<format>/<split>.jsonl for trainers, or .parquet. Equal settings give identical files, however many episodes ran at once (a model as equal as its endpoint makes it). After Ctrl-C or a kill, the same command goes on where it stopped.",
  options: [
    { flags: "--out <folder>", description: "where to write; new, or begun by the same command", required: true },
    POLICIES_OPTION,
    {
      flags: "--repeats <n>",
      description: "episodes of each policy with one task and seed, which make a group; agents draw other ways in each",
      fallback: 1,
      parse: wholeNumber("--repeats", 1, 1024),
    },
    FORMAT_OPTION,
    {
      flags: "--file-type <name>",
      description: "how these forms are written; the native one is always JSON lines",
      choices: [...FILE_TYPES],
      fallback: "jsonl",
    },
    {
      flags: "--tools <where>",
      description:
        "once: rows name the tools by tools_id, and data/tools.json has them; rows: each row has them in a column tools, as OpenAI's files for fine-tuning do",
      choices: [...TOOL_PLACES],
      fallback: "once",
    },
    { flags: "--task <uri>", description: "this task; its episodes get the seeds seed, seed + 1, …" },
    ...TASK_OPTIONS,
    SAMPLER_OPTION,
    VARIANT_OPTION,
    { flags: "--episodes <n>", description: "number of episodes", fallback: 100, parse: wholeNumber("--episodes", 1, 10_000_000) },
    { flags: "--per-file <n>", description: "episodes per file", fallback: 1000, parse: wholeNumber("--per-file", 1, 1_000_000) },
    { flags: "--parallel <n>", description: "episodes at once (default: one per core)", parse: wholeNumber("--parallel", 1, 4096) },
    { flags: "--seed <n>", description: "root of tasks, episode seeds, ids and the policy's own chance", fallback: 0n, parse: seedNumber },
    { flags: "--profile <name>", description: "reward profile, such as shaped or sparse (default: the task's)" },
    LEAD_OPTION,
    { flags: "--max-steps <n>", description: "steps before an episode is cut off", parse: wholeNumber("--max-steps", 1, 100_000) },
    {
      flags: "--advantages <n>",
      description: "value each state by n episodes of the reference from a fork of it, and each step by what it changed; 0: do not",
      fallback: 0,
      parse: wholeNumber("--advantages", 0, 1024),
    },
    REFERENCE_OPTION,
    {
      flags: "--shard <i/n>",
      description:
        "play every n-th group only, beginning with the i-th (from 0): n folders of n machines together have the episodes of the whole",
      parse: readShard,
    },
    { flags: "--timing", description: "note in the manifest when it was made; two runs then differ in that" },
    ...MODEL_OPTIONS,
    ...SERVER_OPTIONS,
  ],
  examples: [
    { command: "dataset --out expert-100 --policy expert --episodes 100 --seed 1", says: "a hundred expert episodes" },
    {
      command: "dataset --out pairs --policy expert,failed --format sft,preference --episodes 200",
      says: "demonstrations, and pairs of right and wrong in the same incident",
    },
    { command: "dataset --out noisy --policy random --episodes 1000 --split train", says: "exploration data on the train split" },
    {
      command: "dataset --out valued --policy noisy-expert --advantages 4 --format prompt-completion --episodes 20",
      says: "steps with advantages and propensities",
    },
    { command: "dataset --out part-0 --episodes 10000 --seed 1 --shard 0/8", says: "an eighth of it, on one of eight machines" },
    { command: "replay expert-100", says: "check that the episodes can be played again" },
  ],
  doing: ({ episodes, policy, out }) =>
    `playing ${episodes} ${episodes === 1 ? "episode" : "episodes"} with ${policy.join(", ")}, into ${out}`,
  run: async (options, output) => {
    const { out, seed } = options;
    const model = modelSettingsOf(options, options.policy);
    const engine = await openEngine({ ...options, ...given("llm", model) });
    try {
      const plan = { ...planOf(options), ...(model && describeModel(model)) };
      const tasks = await chooseTasks(engine, options, seed, countTasks(options));
      const orders = toGroupOrders(tasks, options, idPrefixOf(plan));
      if (orders.length === 0)
        throw new CliError(`no episode is in --shard ${options.shard?.index}/${options.shard?.of}; take fewer shards`);
      const files = openDataset(out, { ...plan, ...shardOf(options), provenance: engine.provenance }, options.perFile);
      if (files.done > 0) output.info(`${files.done} of ${orders.length} episodes are there already`);
      const kept = await fill(files, engine, orders, output, model?.model);
      if (kept < orders.length) {
        const again = toCommandLine(process.argv.slice(2));
        output.info(`stopped: ${kept} of ${orders.length} episodes are kept in ${out}; go on with\n  ${again}`);
        return EXIT_CODES.interrupted.code;
      }
      output.info(`summing up ${kept} episodes …`);
      return sumUp(
        files,
        { provenance: engine.provenance, command: commandOf({ ...plan, ...shardOf(options) }), filter: plan },
        options,
        output,
      );
    } finally {
      await engine.close();
    }
  },
});

/** Plays what the files lack and writes it. @returns the number of episodes in the files, fewer than orders when Ctrl-C stopped it */
const fill = async (
  files: DatasetFiles,
  engine: Engine,
  orders: readonly EpisodeOrder[],
  output: CliOutput,
  model?: string,
): Promise<number> => {
  const { provenance } = engine;
  const usages: (ModelUsage | undefined)[] = [];
  let kept = files.done;
  const beganMs = performance.now();
  await playOrders(engine, orders.slice(files.done), output, (recording, order) => {
    usages.push(recording.usage);
    files.append(toTrajectory(recording, factsOfOrder(order, provenance, model)));
    kept += 1;
  });
  files.close();
  const seconds = (performance.now() - beganMs) / 1000;
  if (kept > files.done)
    output.info(`${kept - files.done} episodes in ${seconds.toFixed(1)} s, ${((kept - files.done) / seconds).toFixed(1)} a second`);
  const usage = describeUsage(usages);
  if (usage !== undefined) output.info(usage);
  return kept;
};

/** Writes the manifest and prints its sums. @returns the exit status */
const sumUp = (
  files: DatasetFiles,
  facts: Pick<ManifestFacts, "provenance" | "command" | "filter">,
  { out, timing, format, fileType, tools }: DatasetOptions,
  output: CliOutput,
): number => {
  const createdAt = timing === true ? { createdAt: new Date().toISOString() } : {};
  const run = { name: "kubedrill dataset", command: facts.command, measured: new Map() };
  const written = writeFormats(out, () => files.read(), { formats: format, fileType, run, toolsOnce: tools === "once" });
  const manifest = toManifest(files.read(), {
    ...facts,
    files: [...files.describe(), ...written.files, ...written.beside],
    formats: format.map(({ name }) => name),
    duplicates: written.duplicates,
    ...createdAt,
  });
  files.writeManifest(manifest);
  files.writeCard(renderCard({ manifest, ...written }));
  const { counts, reward } = manifest as { counts: { episodes: number; steps: number; invalid: number }; reward: { mean?: number } };
  output.emit({ folder: out, dataset_id: manifest.dataset_id, counts, reward });
  output.print(
    `${counts.episodes} episodes, ${counts.steps} steps, ${counts.invalid} without a valid score, mean return ${reward.mean?.toFixed(3) ?? "-"}: ${out}`,
  );
  return counts.invalid === 0 ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
};

const shardOf = ({ shard }: DatasetOptions) => given("shard", shard && `${shard.index}/${shard.of}`);

/** The options that decide the bytes of the episodes, and no others. */
const planOf = ({
  task,
  app,
  fault,
  target,
  tags,
  split,
  sampler,
  policy,
  repeats,
  format,
  fileType,
  tools,
  episodes,
  perFile,
  seed,
  profile,
  maxSteps,
  leadTime,
  advantages,
  reference,
}: DatasetOptions) => ({
  task,
  app,
  fault,
  target,
  tags,
  split,
  sampler,
  policy: policy.join(","),
  ...(repeats === 1 ? {} : { repeats }),
  ...(format.length === 0 ? {} : { format: format.map(({ name }) => name).join(",") }),
  ...(fileType === "jsonl" ? {} : { file_type: fileType }),
  ...(tools === "once" ? {} : { tools }),
  episodes,
  per_file: perFile,
  seed: String(seed),
  profile,
  max_steps: maxSteps,
  ...given("lead_time", leadTime),
  ...(advantages === 0 ? {} : { advantages, reference }),
});

const commandOf = (plan: Readonly<Record<string, unknown>>): string =>
  Object.entries(plan)
    .filter(([, value]) => value !== undefined)
    .reduce((line, [name, value]) => `${line} --${name.replaceAll("_", "-")} ${value}`, "kubedrill dataset");
