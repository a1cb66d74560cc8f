import type { CheckResult } from "#core/verdict.ts";
import { totalComponents } from "../trajectories/record-components.ts";
import { type EpisodeRecording, endingOf, returnOf } from "../trajectories/record-episode.ts";
import { renderTable } from "./table.ts";

/** Truth and conditions that the grading of an episode looked at. */
export interface Grading {
  readonly truth: readonly { readonly resource: string; readonly faultType: string }[];
  readonly checks: readonly CheckResult[];
}

/** Grading of a recorded episode; undefined where the host did not tell it. */
export const gradingOf = ({ reward }: EpisodeRecording): Grading | undefined => reward?.explanation as Grading | undefined;

/** Explains the score of an ended episode: its components with what they found, what was wrong, and each condition with its evidence. */
export const explainEpisode = (recording: EpisodeRecording): string => {
  const { task } = recording.reset.outcome;
  const ending = endingOf(recording);
  const { truth = [], checks = [] } = gradingOf(recording) ?? {};
  const end = [ending?.endReason, ending?.failureReason].filter((part) => part !== undefined).join(", ");
  const earned = returnOf(recording)?.toFixed(3) ?? "no valid score";
  return [
    `${task.uri} seed ${recording.reset.command.seed}: ${earned} (${end})`,
    truth.length === 0 ? "nothing was wrong" : `wrong was: ${truth.map((pair) => `${pair.faultType} of ${pair.resource}`).join(", ")}`,
    renderTable([{ title: "component" }, NUMBER("weight"), NUMBER("earned"), { title: "why" }], componentRows(recording)),
    ...(checks.length === 0
      ? []
      : [renderTable([{ title: "condition" }, { title: "group" }, { title: "held" }, { title: "why" }], checkRows(checks))]),
  ].join("\n\n");
};

const NUMBER = (title: string) => ({ title, align: "right" }) as const;

const componentRows = (recording: EpisodeRecording) =>
  Object.entries(totalComponents(recording)).map(([name, { weight, contribution, status, detail = "" }]) => [
    name,
    weight.toFixed(2),
    contribution?.toFixed(3) ?? status.toLowerCase(),
    oneLine(detail),
  ]);

const checkRows = (checks: readonly CheckResult[]) =>
  checks.map(({ name, group, held, evidence }) => [name, group, held ? "yes" : "NO", oneLine(evidence)]);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
