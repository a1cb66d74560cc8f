import { type EpisodeTape, endingOf, finalStateOf, returnOf, sumComponents } from "./record-episode.ts";

/** One episode as a line of JSON: stable keys, absent when unset. */
export interface EpisodeLine {
  readonly task: string;
  readonly seed: string;
  readonly policy: string;
  /** Absent: no valid score exists. */
  readonly return?: number;
  /** Contribution by component. */
  readonly components: Readonly<Record<string, number>>;
  readonly steps: number;
  readonly terminated: boolean;
  readonly truncated: boolean;
  readonly end_reason: string;
  readonly sample_valid: boolean;
  readonly digest: string;
}

/** Sums up a tape. */
export const toEpisodeLine = (tape: EpisodeTape, policy: string): EpisodeLine => {
  const ending = endingOf(tape);
  const total = returnOf(tape);
  return {
    task: tape.reset.outcome.task.uri,
    seed: tape.reset.command.seed,
    policy,
    ...(total === undefined ? {} : { return: round(total) }),
    components: contributions(tape),
    steps: tape.steps.length,
    terminated: ending?.terminated ?? false,
    truncated: ending?.truncated ?? false,
    end_reason: ending?.endReason ?? "",
    sample_valid: ending?.sampleValid ?? false,
    digest: finalStateOf(tape),
  };
};

const contributions = (tape: EpisodeTape): Readonly<Record<string, number>> => {
  const parts = tape.reward?.report.components.map((part) => [part.name, part] as const) ?? Object.entries(sumComponents(tape));
  return Object.fromEntries(
    parts.flatMap(([name, { contribution, weight }]) => (contribution === undefined || weight === 0 ? [] : [[name, round(contribution)]])),
  );
};

/** Sums of decimals carry noise of 1e-16; nobody means it. */
const round = (value: number): number => Math.round(value * 1e9) / 1e9;
