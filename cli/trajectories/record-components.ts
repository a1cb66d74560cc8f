import type { RewardComponent } from "#env/host/episode-protocol.ts";
import { given } from "./given.ts";
import { type EpisodeRecording, returnOf } from "./record-episode.ts";
import type { NamedComponent, RecordedComponent, RecordedFinal } from "./trajectory.ts";

/** Converts a component of a reward. */
export const recordComponent = ({ value, weight, contribution, status, kind, detail }: RewardComponent): RecordedComponent => ({
  ...given("value", value),
  weight,
  ...given("contribution", contribution),
  status,
  kind,
  ...given("detail", detail),
});

/** Sums of the components since reset, by name: those of the last reply to Reward, else of the steps. */
export const totalComponents = (recording: EpisodeRecording): Readonly<Record<string, RecordedComponent>> => {
  const report = recording.reward?.report;
  return report ? Object.fromEntries(report.components.map((part) => [part.name, recordComponent(part)])) : sumSteps(recording);
};

/** Reward of the grading after the last step; undefined if a step ended the episode or nothing did. */
export const finalOf = (recording: EpisodeRecording): RecordedFinal | undefined => {
  if (recording.reward?.ending === undefined || recording.steps.at(-1)?.outcome.ending !== undefined) return undefined;
  const before = sumSteps(recording);
  const components = Object.entries(totalComponents(recording)).flatMap(([name, total]) => subtract(name, total, before[name]));
  const reward = components.reduce((sum, { contribution = 0 }) => sum + contribution, 0);
  return { ...given("reward", returnOf(recording) === undefined ? undefined : reward), components };
};

const sumSteps = (recording: EpisodeRecording): Readonly<Record<string, RecordedComponent>> => {
  const sums = new Map<string, RecordedComponent>();
  for (const part of recording.steps.flatMap(({ outcome }) => outcome.reward.components)) {
    const { value, contribution } = sums.get(part.name) ?? {};
    const recorded = recordComponent(part);
    sums.set(part.name, {
      ...recorded,
      ...given("value", add(value, recorded.value)),
      ...given("contribution", add(contribution, recorded.contribution)),
    });
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const add = (a: number | undefined, b: number | undefined): number | undefined => (a === undefined ? b : b === undefined ? a : a + b);

/** The part of a sum that the steps before do not hold, as a list of one component, or of none if they hold all of it. */
const subtract = (name: string, total: RecordedComponent, before: RecordedComponent | undefined): readonly NamedComponent[] => {
  if (before === undefined || before.contribution === undefined || total.contribution === undefined) {
    return before?.status === total.status ? [] : [{ name, ...total }];
  }
  const contribution = round(total.contribution - before.contribution);
  const value = round((total.value ?? 0) - (before.value ?? 0));
  return contribution === 0 && value === 0 ? [] : [{ name, ...total, value, contribution }];
};

/** Rounds to 12 decimals: differences of equal sums are off by 1e-16. */
const round = (value: number): number => Math.round(value * 1e12) / 1e12;
