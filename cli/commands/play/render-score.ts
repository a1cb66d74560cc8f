import type { Ending, RewardReport, TaskInfo } from "#env/host/episode-protocol.ts";
import { type Grading, renderChecks, renderDetail, renderTruth } from "../../output/explain-episode.ts";
import { renderTable } from "../../output/table.ts";

/** Renders the end of an episode: why it ended, what each part of the score was, and what had been broken. */
export const renderScore = (
  task: TaskInfo,
  { report, grading }: { readonly report: RewardReport; readonly grading: Grading | undefined },
  ending: Ending | undefined,
): string => {
  const { truth, checks = [] } = grading ?? {};
  const rows = report.components.map(({ name, value, weight, contribution, detail }) => [
    name,
    number(value),
    weight,
    number(contribution),
    renderDetail(detail, checks),
  ]);
  const columns = [
    { title: "component" },
    ...["value", "weight", "contribution"].map((title) => ({ title, align: "right" as const })),
    { title: "why" },
  ];
  const verdict = ending?.success === undefined ? "" : ending.success ? ", solved" : ", not solved";
  return [
    "",
    `The episode is over: ${ending?.endReason ?? "stopped"}${verdict}.`,
    report.reward === undefined ? "It has no valid score." : `Score ${report.reward.toFixed(3)} (profile ${report.profile})`,
    "",
    renderTable(columns, rows),
    ...(checks.length === 0 ? [] : ["", renderChecks(checks)]),
    "",
    ...(truth === undefined ? [] : [renderTruth({ truth })]),
    `The task: ${task.title}  (${task.uri})`,
  ].join("\n");
};

const number = (value: number | undefined): string => value?.toFixed(3) ?? "-";
