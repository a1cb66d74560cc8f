import { type EpisodeRecording, endingOf, finalStateOf, returnOf, sumComponents } from "../trajectories/record-episode.ts";

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
  readonly sample_valid: boolean;
  readonly digest: string;
}

/** Summarises the record of an episode. */
export const toEpisodeLine = (recording: EpisodeRecording, policy: string): EpisodeLine => {
  const ending = endingOf(recording);
  const total = returnOf(recording);
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
    sample_valid: ending?.sampleValid ?? false,
    digest: finalStateOf(recording),
  };
};

const contributions = (recording: EpisodeRecording): Readonly<Record<string, number>> => {
  const parts = recording.reward?.report.components.map((part) => [part.name, part] as const) ?? Object.entries(sumComponents(recording));
  return Object.fromEntries(
    parts.flatMap(([name, { contribution, weight }]) => (contribution === undefined || weight === 0 ? [] : [[name, round(contribution)]])),
  );
};

/** Rounds to 9 decimals: sums of decimal fractions are off by 1e-16. */
const round = (value: number): number => Math.round(value * 1e9) / 1e9;
