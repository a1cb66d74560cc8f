import { type Features, renderFeatures } from "./formats/features.ts";
import type { DatasetFormat } from "./formats/format.ts";
import type { FormatFile } from "./formats/write-formats.ts";

/** Facts of a card beyond the manifest's. */
export interface CardFacts {
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly formats: readonly DatasetFormat[];
  readonly files: readonly FormatFile[];
}

/** Renders the card of a dataset, README.md: its head tells `datasets` the files and column types of each form. */
export const renderCard = ({ manifest, formats, files }: CardFacts): string => {
  const written = formats.filter(({ name }) => files.some(({ format }) => format === name));
  const tables = written.flatMap(({ features, ...format }) => (features === undefined ? [] : [{ ...format, features }]));
  const { counts, reward, license, command, server_version } = manifest as unknown as ManifestPart;
  const rows = (name: string) => files.filter(({ format }) => format === name);
  return [
    "---",
    "license: apache-2.0",
    ...(tables.length === 0 ? [] : renderHead(tables, files)),
    "---",
    "",
    "# Episodes of an SRE agent",
    "",
    `Made by kubedrill ${server_version} with \`${command}\`. Licence: ${license}. Every line of \`trajectories-*.jsonl\` is an episode that \`kubedrill replay\` plays again.`,
    "",
    "| | |",
    "|---|---|",
    `| episodes | ${counts.episodes} |`,
    `| steps | ${counts.steps} |`,
    `| without a valid score | ${counts.invalid} |`,
    `| equal to an earlier one in all that a learner reads | ${counts.duplicates} |`,
    `| mean return | ${reward.mean?.toFixed(3) ?? "-"} |`,
    ...Object.entries({ split: counts.by_split, policy: counts.by_behaviour, end: counts.by_end_reason }).flatMap(([what, by]) =>
      Object.entries(by).map(([name, count]) => `| ${what} ${name} | ${count} |`),
    ),
    "",
    ...written.flatMap(({ name, title, features }) => [
      `\`${features === undefined ? `data/${name}/` : `load_dataset(folder, "${name}")`}\`: ${title}; ${rows(name)
        .map(({ split, rows: count }) => `${count} of ${split}`)
        .join(", ")}.`,
      "",
    ]),
    ...(written.some(({ features }) => features?.["tools_id"] !== undefined)
      ? ["Tools are in `data/tools.json` by their `tools_id`, in OpenAI's form; `--tools rows` writes them into each row.", ""]
      : []),
    "## What spells the answer",
    "",
    "For analyses alone: a model that is shown one of these has nothing to find out.",
    "",
    "| file | column |",
    "|---|---|",
    ...SPOILING_NATIVE.map((path) => `| \`trajectories-*.jsonl\` | \`${path}\` |`),
    ...written.flatMap(({ name, spoils }) => spoils.map((path) => `| \`data/${name}/\` | \`${path}\` |`)),
    "",
    "Truth and verdicts are in the native files alone, but for the forms of whole runs. Tasks of the splits `eval` and `holdout` are for measuring, not for training.",
    "",
  ].join("\n");
};

/** Members of native trajectories that spell the answer; `verdicts.drawn` says what was drawn around the fault. */
const SPOILING_NATIVE: readonly string[] = [
  ...["task.uri", "task.tags", "options.params", "components.*.detail"],
  ...["verdicts.truth", "verdicts.checks", "verdicts.params", "verdicts.timelines", "verdicts.drawn"],
];

interface ManifestPart {
  readonly counts: {
    readonly episodes: number;
    readonly steps: number;
    readonly invalid: number;
    readonly duplicates: number;
    readonly by_split: Readonly<Record<string, number>>;
    readonly by_behaviour: Readonly<Record<string, number>>;
    readonly by_end_reason: Readonly<Record<string, number>>;
  };
  readonly reward: { readonly mean?: number };
  readonly license: string;
  readonly command: string;
  readonly server_version: string;
}

const renderHead = (
  formats: readonly (DatasetFormat & { readonly features: Features })[],
  files: readonly FormatFile[],
): readonly string[] => [
  "configs:",
  ...formats.flatMap(({ name }) => [
    `- config_name: ${name}`,
    "  data_files:",
    ...files.filter(({ format }) => format === name).flatMap((file) => [`  - split: ${file.split}`, `    path: ${file.name}`]),
  ]),
  "dataset_info:",
  ...formats.flatMap(({ name, features }) => [`- config_name: ${name}`, "  features:", ...renderFeatures(features, 2)]),
];
