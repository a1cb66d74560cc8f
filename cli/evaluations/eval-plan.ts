import { digestJson, shortDigest } from "#core/digest.ts";
import type { EpisodeOrder } from "../engine/engine.ts";
import { idPrefixOf, toGroupOrders } from "../engine/group-orders.ts";
import type { ModelSettings } from "../llm/chat-endpoint.ts";
import { describeModel } from "../options/model-options.ts";
import { toCommandLine } from "../output/command-line.ts";
import type { Suite } from "../tasks/suite.ts";
import { given } from "../trajectories/given.ts";
import type { EvalEpisode } from "./to-eval-result.ts";

/** Options that decide what is played. */
export interface EvalChoice {
  readonly policy?: string;
  /** Missing: the policy plays. */
  readonly program?: EvalProgram;
  readonly agentTimeout: number;
  readonly repeats: number;
  readonly profile?: string;
  readonly leadTime?: number;
}

/** A program that plays. */
export interface EvalProgram {
  /** Name of a ready agent, or the command line. */
  readonly name: string;
  /** True: a ready agent. */
  readonly isReady: boolean;
  /** Command line for `sh -c`. */
  readonly command: string;
  /** Version as a ready agent tells it; missing: it tells none. */
  readonly version?: string;
  /** Model that a ready agent was told to take. */
  readonly model?: string;
}

/** An evaluation as settings: equal ones give equal results, as far as the agent does. */
export type EvalSettings = Readonly<Record<string, unknown>>;

/** Lists the settings of an evaluation by the names of their options, and no others; `suite_digest` is of its tasks and seeds. */
export const settingsOf = (suite: Suite, choice: EvalChoice, model?: ModelSettings): EvalSettings => ({
  suite: suite.name,
  suite_digest: shortDigest(digestJson(suite.episodes.map(({ task, seed }) => [task, seed]))),
  ...given("policy", choice.policy),
  ...(choice.program && { ...describeProgram(choice.program), agent_timeout: choice.agentTimeout }),
  ...(choice.repeats === 1 ? {} : { repeats: choice.repeats }),
  ...given("profile", choice.profile),
  ...given("lead_time", choice.leadTime),
  ...(model && describeModel(model)),
});

const describeProgram = ({ name, isReady, version, model }: EvalProgram) =>
  isReady ? { agent: name, ...given("agent_version", version), ...given("model", model) } : { agent_command: name };

/** Writes the command line of settings. @param command the command that has their options */
export const commandOf = ({ suite_digest: _, agent_version: __, agent_digest: ___, ...settings }: EvalSettings, command = "eval"): string =>
  toCommandLine([
    command,
    ...Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [`--${name.replaceAll("_", "-")}`, `${value}`])),
  ]);

/** Orders of the episodes of a suite in its order, those of one task after another, with what each is of. */
export const ordersOf = (
  suite: Suite,
  { policy, program, repeats, ...wanted }: EvalChoice,
  settings: EvalSettings,
): ReadonlyMap<EpisodeOrder, EvalEpisode> => {
  const tasks = suite.episodes.map(({ task, seed }) => ({ uri: task, seed }));
  const plan = {
    ...wanted,
    policy: [policy ?? program?.name ?? ""],
    repeats,
    episodes: tasks.length * repeats,
    advantages: 0,
    reference: "",
  };
  return new Map(
    toGroupOrders(tasks, plan, `eval-${idPrefixOf(settings)}`).map((order, i) => [
      order,
      { ...suite.episodes[Math.floor(i / repeats)]!, ...(repeats === 1 ? {} : { sample: order.sample ?? 0 }) },
    ]),
  );
};
