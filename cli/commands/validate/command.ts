import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { DrillError } from "#core/drill-error.ts";
import type { ExcludedTarget } from "#env/catalogue/list-pairs.ts";
import type { Qualification } from "#env/catalogue/qualify.ts";
import type { TaskInfo } from "#env/host/episode-protocol.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { seedNumber, wholeNumber } from "../../options/option-values.ts";
import type { CliOutput } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import {
  appAndProblemOf,
  DISTRACTION_OPTIONS,
  problemOf as problemIn,
  TASK_OPTIONS,
  type TaskChoice,
  targetsOf,
  toFilter,
  VARIANT_OPTION,
  withPins,
} from "../../tasks/choose-tasks.ts";
import { chooseExcluded, type ExcludedRecord, fromRecord, printExcluded } from "../../tasks/excluded-targets.ts";

interface ValidateOptions extends TaskChoice {
  readonly seed: bigint;
  readonly limit?: number;
  readonly parallel: number;
  readonly shard?: Shard;
}

/** A share of the tasks: every `of`-th, starting with the one at `index`. */
interface Shard {
  readonly index: number;
  readonly of: number;
}

const readShard = (text: string): Shard => {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || of === undefined || index >= of)
    throw new CliError(`--shard is ${JSON.stringify(text)}; give i/n with i below n, such as 0/4`);
  return { index, of };
};

export default defineCommand<ValidateOptions>({
  name: "validate",
  summary: "check that tasks can be played: broken, visible, repairable, not to be gamed",
  description:
    "Plays each task through its whole life: the oracle is violated after the injection and stays so when left alone, each of the expert's repairs earns at least 0.9, each attempt that its fault accepts counts as a repair and none that it rejects does, doing nothing earns 0, and no degenerate policy earns more than 0.1. Prints a table by problem, one line for whatever failed, and the targets that a fault cannot be applied to, each with the reason.",
  options: [
    ...TASK_OPTIONS,
    VARIANT_OPTION,
    ...DISTRACTION_OPTIONS,
    { flags: "--seed <n>", description: "seed of the episodes", fallback: 0n, parse: seedNumber },
    { flags: "--limit <n>", description: "check at most so many tasks", parse: wholeNumber("--limit", 1, 1_000_000) },
    {
      flags: "--parallel <n>",
      description: "processes that share the work",
      fallback: availableParallelism(),
      parse: wholeNumber("--parallel", 1, 256),
    },
    { flags: "--shard <i/n>", description: "check every n-th task only, beginning with the i-th (from 0)", parse: readShard },
  ],
  examples: [
    { command: "validate", says: "every task of every split" },
    { command: "validate --fault service-selector-mismatch", says: "one fault on all of its targets" },
    { command: "validate --variant standard", says: "every task in the apps' published forms" },
    { command: "validate --target service/frontend --json", says: "what can befall one object, for a program" },
  ],
  doing: ({ shard }) => (shard === undefined ? "checking tasks, each through its whole life" : undefined),
  run: async (options, output) => {
    const { verdicts: found, excluded } =
      options.parallel === 1 || options.shard !== undefined ? await qualifyHere(options, output) : await qualifyApart(options, output);
    if (found.length === 0 && options.shard === undefined) {
      printExcluded(excluded, output);
      throw new CliError("no task fits; see what there is with `kubedrill tasks --split all`");
    }
    for (const qualification of found) output.emit({ passed: qualification.failures.length === 0, ...qualification });
    printTable(found, output);
    printExcluded(excluded, output);
    return found.every(({ failures }) => failures.length === 0) ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
  },
});

const qualifyHere = async (options: ValidateOptions, output: CliOutput): Promise<Finding> => {
  const [{ openHost }, { qualifyTask }, { loadPolicies }] = await loadQualifier();
  const open = await openHost();
  const { index, of } = options.shard ?? { index: 0, of: 1 };
  const chosen = findTasks(open, options);
  const own = chosen.filter((_, i) => i % of === index);
  const policies = await loadPolicies();
  const progress = output.progress(own.length, "tasks");
  const found: Verdict[] = [];
  const absent: ExcludedTarget[] = [];
  for (const { uri } of own) {
    const outcome = await qualify(withPins(uri, options), options, (task, seed) =>
      qualifyTask(open, task, seed, { policies, breadth: "each" }),
    );
    if ("task" in outcome) found.push(outcome);
    else absent.push(outcome);
    progress.advance();
  }
  progress.stop();
  // Of several shares the first tells it for all.
  const excluded = index === 0 ? chooseExcluded(open.catalogue.excluded(), options, chosen) : [];
  return { verdicts: found, excluded: [...excluded, ...absent] };
};

/** Runs the checks in several processes of this command, and merges their lines in the order of the catalogue. */
const qualifyApart = async (options: ValidateOptions, output: CliOutput): Promise<Finding> => {
  const { parallel } = options;
  const progress = output.progress(parallel, "shares");
  const shares = await Promise.all(
    Array.from({ length: parallel }, async (_, index) => {
      const share = await runShare([...process.argv.slice(2), "--json", "--shard", `${index}/${parallel}`]);
      progress.advance();
      return share;
    }),
  );
  progress.stop();
  const longest = Math.max(...shares.map(({ verdicts }) => verdicts.length));
  return {
    verdicts: Array.from({ length: longest }, (_, row) => shares.flatMap(({ verdicts }) => verdicts.slice(row, row + 1))).flat(),
    excluded: shares.flatMap(({ excluded }) => excluded),
  };
};

const runShare = (args: readonly string[]): Promise<Finding> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [process.argv[1]!, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== EXIT_CODES.ok.code && code !== EXIT_CODES.failed.code)
        return reject(new CliError("a share of the work failed; see above", "unavailable"));
      const lines = Buffer.concat(chunks)
        .toString("utf8")
        .split("\n")
        .filter((line) => line !== "");
      const records = lines.map((line) => JSON.parse(line) as Verdict | ExcludedRecord);
      resolve({
        verdicts: records.filter((record) => "task" in record),
        excluded: records.filter((record) => "excluded" in record).map(fromRecord),
      });
    });
  });

// The world is loaded when it is needed, so that help and usage errors come at once.
const loadQualifier = () =>
  Promise.all([import("#env/open/open-host.ts"), import("#env/catalogue/qualify.ts"), import("#env/catalogue/load-policies.ts")]);

const findTasks = (open: OpenHost, choice: ValidateOptions): readonly TaskInfo[] => {
  const { target, limit } = choice;
  const tasks = open.catalogue.list(toFilter(choice, "all"));
  const chosen = target === undefined ? tasks : tasks.filter(({ uri }) => target.some((name) => targetsOf(uri).includes(name)));
  return chosen.slice(0, limit);
};

/** Result of a validation, or of a share of one. */
interface Finding {
  readonly verdicts: readonly Verdict[];
  readonly excluded: readonly ExcludedTarget[];
}

/** One task as a line of JSON. */
interface Verdict {
  readonly task: string;
  readonly seed: string;
  readonly visible: boolean;
  readonly error_share: number;
  readonly expert: readonly number[];
  readonly degenerate: Readonly<Record<string, number>>;
  readonly attempts: Qualification["attempts"];
  readonly failures: readonly string[];
}

/** Checks one task; an exception counts as a failed check, except that a named variant may lack a target. */
const qualify = async (
  uri: string,
  { seed, variant }: ValidateOptions,
  run: (uri: string, seed: string) => Promise<Qualification>,
): Promise<Verdict | ExcludedTarget> => {
  try {
    const { errorShare, ...rest } = await run(uri, String(seed));
    return { ...rest, error_share: errorShare };
  } catch (error) {
    if (variant !== undefined && error instanceof DrillError && error.code === "TASK_UNKNOWN")
      return { app: new URL(uri).host, faultId: problemIn(uri), resource: targetsOf(uri).join(" and "), reason: error.what };
    const attempts = { accepted: 0, rejected: 0 };
    const failures = [explainFailure(error)];
    return { task: uri, seed: String(seed), visible: false, error_share: 0, expert: [], degenerate: {}, attempts, failures };
  }
};

const explainFailure = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
};

const printTable = (found: readonly Verdict[], output: CliOutput): void => {
  const problems = [...new Set(found.map(problemOf))].sort();
  const rows = problems.map((problem) =>
    summarize(
      problem,
      found.filter((one) => problemOf(one) === problem),
    ),
  );
  const columns = ["tasks", "visible", "latent", "passed", "expert least", "degenerate most", "accepts", "rejects"].map((title) => ({
    title,
    align: "right" as const,
  }));
  output.print(renderTable([{ title: "problem" }, ...columns], problems.length > 1 ? [...rows, summarize("all", found)] : rows));
  for (const { task, failures } of found.filter((one) => one.failures.length > 0)) {
    output.print(`\nfailed: ${task}\n${failures.map((failure) => `  ${failure}`).join("\n")}`);
  }
};

const summarize = (name: string, found: readonly Verdict[]): readonly (string | number)[] => {
  const visible = found.filter((one) => one.visible).length;
  const expert = found.flatMap((one) => one.expert);
  const degenerate = found.flatMap((one) => Object.values(one.degenerate));
  return [
    name,
    found.length,
    visible,
    found.length - visible,
    found.filter(({ failures }) => failures.length === 0).length,
    expert.length === 0 ? "-" : Math.min(...expert).toFixed(3),
    degenerate.length === 0 ? "-" : Math.max(...degenerate).toFixed(3),
    found.reduce((sum, { attempts }) => sum + attempts.accepted, 0),
    found.reduce((sum, { attempts }) => sum + attempts.rejected, 0),
  ];
};

const problemOf = ({ task }: Verdict): string => appAndProblemOf(task);
