import { cutText } from "#core/cut-text.ts";
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

/** Renders what was wrong, by the names of this episode. */
export const renderTruth = ({ truth }: Pick<Grading, "truth">): string =>
  truth.length === 0 ? "nothing was wrong" : `wrong was: ${truth.map((pair) => `${pair.faultType} of ${pair.resource}`).join(", ")}`;

/** Renders each condition with its evidence. */
export const renderChecks = (checks: readonly CheckResult[]): string =>
  renderTable(
    [{ title: "condition" }, { title: "group" }, { title: "held" }, { title: "why" }],
    checks.map(({ name, group, held, evidence }) => [name, group, held ? "yes" : "NO", oneLine(evidence)]),
  );

/** Renders what a component found, in one line, cut where the conditions follow, which say the same at length. */
export const renderDetail = (detail: string | undefined, checks: readonly CheckResult[]): string => {
  const line = oneLine(detail ?? "");
  return checks.length === 0 || line.length <= DETAIL_CHARS ? line : `${cutText(line, DETAIL_CHARS - 2)} …`;
};

const DETAIL_CHARS = 80;

/** Explains the score of an ended episode: its components with what they found, what was wrong, and each condition with its evidence. */
export const explainEpisode = (recording: EpisodeRecording): string => {
  const { task } = recording.reset.outcome;
  const ending = endingOf(recording);
  const { truth = [], checks = [] } = gradingOf(recording) ?? {};
  const end = [ending?.endReason, ending?.failureReason].filter((part) => part !== undefined).join(", ");
  const earned = returnOf(recording)?.toFixed(3) ?? "no valid score";
  return [
    `${task.uri} seed ${recording.reset.command.seed}: ${earned} (${end})`,
    renderTruth({ truth }),
    renderTable([{ title: "component" }, NUMBER("weight"), NUMBER("earned"), { title: "why" }], componentRows(recording, checks)),
    ...(checks.length === 0 ? [] : [renderChecks(checks)]),
  ].join("\n\n");
};

const NUMBER = (title: string) => ({ title, align: "right" }) as const;

const componentRows = (recording: EpisodeRecording, checks: readonly CheckResult[]) =>
  Object.entries(totalComponents(recording)).map(([name, { weight, contribution, status, detail }]) => [
    name,
    weight.toFixed(2),
    contribution?.toFixed(3) ?? status.toLowerCase(),
    renderDetail(detail, checks),
  ]);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
