import type { Ending, RewardReport, TaskInfo } from "#env/host/episode-protocol.ts";
import { renderTable } from "../../output/table.ts";

/** Renders the end of an episode: why it ended, what each part of the score was, and what had been broken. */
export const renderScore = (task: TaskInfo, report: RewardReport, ending: Ending | undefined): string => {
  const rows = report.components.map(({ name, value, weight, contribution, detail }) => [
    name,
    number(value),
    weight,
    number(contribution),
    (detail ?? "").replaceAll(/\s+/g, " ").trim(),
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
    "",
    `It was: ${task.title}  (${task.uri})`,
  ].join("\n");
};

const number = (value: number | undefined): string => value?.toFixed(3) ?? "-";
