import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { DrillError } from "#core/drill-error.ts";
import type { ExcludedTarget } from "#env/catalogue/list-pairs.ts";
import type { Breadth } from "#env/catalogue/qualification-plan.ts";
import type { TaskInfo } from "#env/host/episode-protocol.ts";
import type { VerdictOf } from "#env/open/keep-verdicts.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { seedNumber, wholeNumber } from "../../options/option-values.ts";
import { readShard, type Shard } from "../../options/shard.ts";
import type { CliOutput } from "../../output/output.ts";
import {
  DISTRACTION_OPTIONS,
  problemOf,
  TASK_OPTIONS,
  type TaskChoice,
  targetsOf,
  toFilter,
  VARIANT_OPTION,
  withPins,
} from "../../tasks/choose-tasks.ts";
import { chooseExcluded, printExcluded } from "../../tasks/excluded-targets.ts";
import { printSummary } from "./print-summary.ts";
import { renderPage } from "./render-page.ts";
import { runShares } from "./run-shares.ts";
import { type Finding, type Verdict, verdictOf, verdictOfError } from "./verdict.ts";

interface ValidateOptions extends TaskChoice {
  readonly seed: bigint;
  readonly limit?: number;
  readonly all: boolean;
  readonly changed: boolean;
  readonly page?: string;
  readonly parallel: number;
  readonly shard?: Shard;
  readonly progress: boolean;
}

export default defineCommand<ValidateOptions>({
  name: "validate",
  summary: "check that tasks can be played: broken, visible, repairable, not to be gamed",
  description:
    "Plays each task through its whole life: the oracle is violated after the injection and stays so when left alone, each of the expert's repairs earns at least 0.9, each attempt that its fault accepts counts as a repair and none that it rejects does, doing nothing earns 0, and no degenerate policy earns more than 0.1. What must fail is played in full, and with noise, on two targets of each fault in each application, and one wrong repair and one policy by turns on the others; an attempt ends when its verdict is certain. Prints a table by problem, one line for whatever failed, and the targets that a fault cannot be applied to, each with the reason. Every verdict is kept as soon as it is found: after a run that was stopped, --changed goes on where it was.",
  options: [
    ...TASK_OPTIONS,
    VARIANT_OPTION,
    ...DISTRACTION_OPTIONS,
    { flags: "--seed <n>", description: "seed of the episodes", fallback: 0n, parse: seedNumber },
    { flags: "--limit <n>", description: "check at most so many tasks", parse: wholeNumber("--limit", 1, 1_000_000) },
    { flags: "--all", description: "play every wrong repair and policy on every task, each to its end, which takes four times as long" },
    {
      flags: "--changed",
      description:
        "play only tasks without a verdict, or with one from before their fault's folder, their application's chart or the simulator changed; others keep theirs",
    },
    { flags: "--page <file>", description: "write what was found as a page of Markdown, too: counts, failures, exclusions" },
    {
      flags: "--parallel <n>",
      description: "processes that share the work",
      fallback: availableParallelism(),
      parse: wholeNumber("--parallel", 1, 256),
    },
    {
      flags: "--shard <i/n>",
      description: "check every n-th task only, beginning with the i-th (from 0), in one process",
      parse: readShard,
    },
    { flags: "--no-progress", description: "show no progress" },
  ],
  examples: [
    { command: "validate", says: "every task of every split" },
    { command: "validate --changed", says: "what was touched since the last run, or what that had not reached" },
    { command: "validate --fault service-selector-mismatch", says: "one fault on all of its targets" },
    { command: "validate --variant standard", says: "every task in the apps' published forms" },
    { command: "validate --target service/frontend --json", says: "what can befall one object, for a program" },
    { command: "validate --all --shard 0/8 --page share-0.md", says: "an eighth of everything, on one of eight machines" },
  ],
  doing: ({ shard }) => (shard === undefined ? "checking tasks, each through its whole life" : undefined),
  run: async (options, output) => {
    const { openHost } = await import("#env/open/open-host.ts");
    const open = await openHost();
    const chosen = findTasks(open, options);
    const isShared = options.parallel > 1 && options.shard === undefined && chosen.length > 1;
    const finding = isShared ? await qualifyApart(chosen, options, output) : await qualifyHere(open, chosen, options, output);
    const { verdicts, excluded } = finding;
    if (verdicts.length === 0 && options.shard === undefined) {
      printExcluded(excluded, output);
      throw new CliError("no task fits; see what there is with `kubedrill tasks --split all`");
    }
    printSummary(verdicts, output);
    printExcluded(excluded, output);
    if (options.page !== undefined)
      writeFileSync(
        options.page,
        renderPage(finding, (uri) => open.catalogue.resolve(uri)),
      );
    return verdicts.every(({ passed }) => passed) ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
  },
});

/** Checks the tasks in this process, or the share of them that is asked for; with `--json` each is told as soon as it is known. */
const qualifyHere = async (open: OpenHost, chosen: readonly TaskInfo[], options: ValidateOptions, output: CliOutput): Promise<Finding> => {
  const { index, of } = options.shard ?? { index: 0, of: 1 };
  const own = chosen.filter((_, i) => i % of === index);
  const qualify = await createQualifier(open, options);
  const progress = options.progress ? output.progress(own.length, "tasks") : undefined;
  const verdicts: Verdict[] = [];
  const absent: ExcludedTarget[] = [];
  for (const { uri } of own) {
    const outcome = await qualify(uri);
    if ("task" in outcome) {
      verdicts.push(outcome);
      output.emit({ ...outcome });
    } else absent.push(outcome);
    progress?.advance();
  }
  progress?.stop();
  // Of several shares the first tells it for all.
  const excluded = index === 0 ? chooseExcluded(open.catalogue.excluded(), options, chosen) : [];
  return { verdicts, excluded: [...excluded, ...absent] };
};

/** Checks the tasks in several processes. */
const qualifyApart = async (chosen: readonly TaskInfo[], options: ValidateOptions, output: CliOutput): Promise<Finding> => {
  const progress = options.progress ? output.progress(chosen.length, "tasks") : undefined;
  const finding = await runShares(Math.min(options.parallel, chosen.length), (line) => {
    if (line.includes('"task":')) progress?.advance();
  });
  progress?.stop();
  for (const verdict of finding.verdicts) output.emit({ ...verdict });
  return finding;
};

const findTasks = (open: OpenHost, choice: ValidateOptions): readonly TaskInfo[] => {
  const { target, limit } = choice;
  const tasks = open.catalogue.list(toFilter(choice, "all"));
  const chosen = target === undefined ? tasks : tasks.filter(({ uri }) => target.some((name) => targetsOf(uri).includes(name)));
  return chosen.slice(0, limit);
};

/** Creates the check of one task, which keeps its verdict; an exception is a failed check, except that a named variant may lack a target. */
const createQualifier = async (open: OpenHost, options: ValidateOptions): Promise<(uri: string) => Promise<Verdict | ExcludedTarget>> => {
  const [{ qualifyTask }, { planBreadths }, { loadPolicies }, { keepVerdicts }] = await Promise.all([
    import("#env/catalogue/qualify.ts"),
    import("#env/catalogue/qualification-plan.ts"),
    import("#env/catalogue/load-policies.ts"),
    import("#env/open/keep-verdicts.ts"),
  ]);
  const policies = await loadPolicies();
  // Of all tasks, so that it does not depend on which of them are chosen.
  const planned = planBreadths(open.catalogue.list(toFilter({ split: "all" }, "all")).map(({ uri }) => uri));
  const breadthOf = (uri: string): Breadth => (options.all ? "to the end" : (planned.get(uri) ?? "each"));
  const kept = keepVerdicts();
  const seed = String(options.seed);
  return async (bare) => {
    const uri = withPins(bare, options);
    const play: VerdictOf = { uri, seed, breadth: breadthOf(bare) };
    const known = options.changed ? kept.read(play) : undefined;
    if (known !== undefined) return verdictOf(known, true);
    try {
      const verdict = await qualifyTask(open, uri, seed, { policies, breadth: play.breadth });
      kept.write(play, verdict);
      return verdictOf(verdict, false);
    } catch (error) {
      if (options.variant !== undefined && error instanceof DrillError && error.code === "TASK_UNKNOWN")
        return { app: new URL(uri).host, faultId: problemOf(uri), resource: targetsOf(uri).join(" and "), reason: error.what };
      return verdictOfError(uri, seed, error);
    }
  };
};
