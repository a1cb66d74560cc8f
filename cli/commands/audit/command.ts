import type { Play } from "#env/audit/play-plan.ts";
import type { SampleRequest } from "#env/catalogue/catalogue-protocol.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import { defineCommand } from "../../command.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { listOfText, seedNumber, wholeNumber } from "../../options/option-values.ts";
import type { CliOutput } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import { toFilter } from "../../tasks/choose-tasks.ts";

interface AuditOptions {
  readonly app?: string;
  readonly episodes: number;
  readonly search: number;
  readonly seed: bigint;
  readonly policies?: readonly string[];
  readonly profiles: readonly string[];
  readonly splits: readonly string[];
}

export default defineCommand<AuditOptions>({
  name: "audit",
  summary: "measure what policies earn that do not look at what is wrong",
  description:
    "Plays every degenerate policy, and the agents that look at no symptom, on drawn tasks of each split and reward profile and prints its share of successes and its mean return. With --search it also breeds sequences of up to six actions that are blind to the fault, on training tasks, and measures the best of them on fresh ones. What such policies earn can be earned without understanding.",
  options: [
    { flags: "--app <name>", description: "tasks of this application (default: of all)" },
    {
      flags: "--episodes <n>",
      description: "episodes of each policy, split and profile",
      fallback: 40,
      parse: wholeNumber("--episodes", 1, 100_000),
    },
    {
      flags: "--search <n>",
      description: "episodes to search with; 0 searches nothing",
      fallback: 0,
      parse: wholeNumber("--search", 0, 10_000_000),
    },
    { flags: "--seed <n>", description: "root of tasks, episode seeds and the search", fallback: 0n, parse: seedNumber },
    { flags: "--policies <ids>", description: "these policies, separated by commas (default: all degenerate ones)", parse: listOfText },
    {
      flags: "--profiles <names>",
      description: "these reward profiles, separated by commas",
      fallback: ["shaped", "sparse", "mitigation-only", "diagnosis-only"],
      parse: listOfText,
    },
    {
      flags: "--splits <names>",
      description: "these splits, separated by commas",
      fallback: ["train", "eval", "holdout"],
      parse: listOfText,
    },
  ],
  examples: [
    { command: "audit", says: "every degenerate policy on all splits and profiles" },
    { command: "audit --policies undo-everything --episodes 200", says: "one policy, with a smaller error" },
    { command: "audit --policies read-specifications", says: "what specifications alone give away" },
    { command: "audit --app fleetcast", says: "the tasks of one application" },
    { command: "audit --episodes 1 --search 20000 --profiles shaped", says: "search for the best blind sequence" },
  ],
  doing: ({ episodes }) => `measuring policies that do not look at what is wrong, each on ${episodes} episodes of a split and profile`,
  run: async (options, output) => {
    const { openHost } = await import("#env/open/open-host.ts");
    const open = await openHost();
    if (options.app !== undefined) open.catalogue.pairsOf(options.app);
    await measurePolicies(open, options, output);
    if (options.search > 0) for (const profile of options.profiles) await search(open, profile, options, output);
    return EXIT_CODES.ok.code;
  },
});

const measurePolicies = async (open: OpenHost, options: AuditOptions, output: CliOutput): Promise<void> => {
  const [{ loadPolicies }, { loadAgents }, { measurePolicy }, { measureAgent }] = await Promise.all([
    import("#env/catalogue/load-policies.ts"),
    import("#env/catalogue/load-agents.ts"),
    import("#env/audit/measure-policy.ts"),
    import("#env/audit/measure-agent.ts"),
  ]);
  const [scripted, agents] = await Promise.all([loadPolicies(), loadAgents()]);
  const all = [
    ...scripted.map((one) => ({
      id: one.id,
      isBlind: one.degenerate,
      measure: (plays: readonly Play[]) => measurePolicy(open, one, plays),
    })),
    ...agents
      .filter(({ ignoresSymptoms }) => ignoresSymptoms)
      .map((one) => ({ id: one.id, isBlind: true, measure: (plays: readonly Play[]) => measureAgent(open, one, plays) })),
  ];
  const policies = all.filter(({ id, isBlind }) => (options.policies === undefined ? isBlind : options.policies.includes(id)));
  const progress = output.progress(policies.length * options.splits.length * options.profiles.length, "measurements");
  const rows: (readonly [string, string, string, number, string, string])[] = [];
  for (const policy of policies) {
    for (const split of options.splits) {
      for (const profile of options.profiles) {
        const plays = drawPlays(open, { app: options.app, split, n: options.episodes, seed: `${options.seed}`, profile });
        const scores = await policy.measure(plays);
        output.emit({ policy: policy.id, split, profile, ...scores });
        rows.push([policy.id, split, profile, scores.episodes, percent(scores.success), scores.return.toFixed(3)]);
        progress.advance();
      }
    }
  }
  progress.stop();
  output.print(renderTable(POLICY_COLUMNS, rows));
};

const POLICY_COLUMNS = [
  { title: "policy" },
  { title: "split" },
  { title: "profile" },
  { title: "episodes", align: "right" },
  { title: "success", align: "right" },
  { title: "return", align: "right" },
] as const;

const search = async (open: OpenHost, profile: string, options: AuditOptions, output: CliOutput): Promise<void> => {
  const { breedBlindSequences } = await import("#env/audit/breed-blind-sequences.ts");
  const seed = `${options.seed}`;
  const progress = output.progress(options.search, "episodes");
  const found = await breedBlindSequences(open, {
    seed,
    plays: drawPlays(open, { app: options.app, split: "train", n: options.search, seed, profile }),
    fresh: drawPlays(open, { app: options.app, split: "eval", n: Math.max(FRESH_MIN, options.episodes), seed, profile }),
    onPlayed: () => progress.advance(),
  });
  progress.stop();
  for (const { actions, searched, scores } of found)
    output.emit({ profile, actions, searched, success: scores.success, return: scores.return });
  const rows = found.map(
    ({ actions, searched, scores }) =>
      [actions.join(", "), profile, scores.episodes, searched.toFixed(3), percent(scores.success), scores.return.toFixed(3)] as const,
  );
  output.print(`\nThe best blind sequences of ${options.search} episodes, measured on fresh tasks:\n`);
  output.print(renderTable(SEARCH_COLUMNS, rows));
};

/** Minimum number of fresh episodes that a sequence is measured on. */
const FRESH_MIN = 200;

const SEARCH_COLUMNS = [
  { title: "actions" },
  { title: "profile" },
  { title: "episodes", align: "right" },
  { title: "searched", align: "right" },
  { title: "success", align: "right" },
  { title: "return", align: "right" },
] as const;

/** Draws episodes as a trainer does by default; tasks that a profile cannot grade are left out. */
const drawPlays = (
  open: OpenHost,
  { app, split, n, seed, profile }: { app: string | undefined; split: string; n: number; seed: string; profile: string },
): readonly Play[] => {
  const filter = {
    ...toFilter({ ...(app !== undefined && { app }) }, split),
    ...(profile === "mitigation-only" && { tagsNone: ["healthy"] }),
  };
  const request: SampleRequest = { filter, kind: "BALANCED", seed, n, repeats: 1, weights: {} };
  return open.catalogue.sample(request).draws.map((draw) => ({ uri: draw.taskUri, seed: draw.seed, profile }));
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
