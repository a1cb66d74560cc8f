import type { ModelUsage } from "../llm/model-usage.ts";
import { given } from "../trajectories/given.ts";
import { totalComponents } from "../trajectories/record-components.ts";
import { type EpisodeRecording, endingOf, finalStateOf, returnOf } from "../trajectories/record-episode.ts";

/** Summary of one episode as a line of JSON, with stable keys that are absent when unset. */
export interface EpisodeLine {
  readonly task: string;
  readonly seed: string;
  readonly policy: string;
  /** Absent: no valid score exists. */
  readonly return?: number;
  /** Contribution to the return by component. */
  readonly components: Readonly<Record<string, number>>;
  readonly steps: number;
  readonly terminated: boolean;
  readonly truncated: boolean;
  readonly end_reason: string;
  /** Tool of the last action, or `text` or `wait`; absent where nothing was done. */
  readonly last_action?: string;
  readonly sample_valid: boolean;
  /** Absent: not graded. */
  readonly success?: boolean;
  readonly digest: string;
  /** Reason for which no valid score exists, where there is one. */
  readonly failure_reason?: string;
  /** Absent: no model played. */
  readonly usage?: ModelUsage;
}

/** Summarises the record of an episode. */
export const toEpisodeLine = (recording: EpisodeRecording, policy: string): EpisodeLine => {
  const ending = endingOf(recording);
  const total = returnOf(recording);
  const last = lastActionOf(recording);
  return {
    task: recording.reset.outcome.task.uri,
    seed: recording.reset.command.seed,
    policy,
    ...(total === undefined ? {} : { return: round(total) }),
    components: contributions(recording),
    steps: recording.steps.length,
    terminated: ending?.terminated ?? false,
    truncated: ending?.truncated ?? false,
    end_reason: ending?.endReason ?? "",
    ...(last === undefined ? {} : { last_action: last }),
    sample_valid: ending?.sampleValid ?? false,
    ...(ending?.success === undefined ? {} : { success: ending.success }),
    digest: finalStateOf(recording),
    ...given("failure_reason", ending?.failureReason),
    ...given("usage", recording.usage),
  };
};

const lastActionOf = ({ steps }: EpisodeRecording): string | undefined => {
  const body = steps.at(-1)?.command.actions.at(-1)?.body;
  return body?.kind === "tool" ? body.name : body?.kind;
};

const contributions = (recording: EpisodeRecording): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(totalComponents(recording)).flatMap(([name, { contribution, weight }]) =>
      contribution === undefined || weight === 0 ? [] : [[name, round(contribution)]],
    ),
  );

/** Rounds to 9 decimals: sums of decimal fractions are off by 1e-16. */
const round = (value: number): number => Math.round(value * 1e9) / 1e9;
