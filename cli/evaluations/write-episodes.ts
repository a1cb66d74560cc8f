import { CliError } from "../errors/cli-error.ts";
import type { DatasetFormat } from "../trajectories/formats/format.ts";
import { type FormatFile, writeFormats } from "../trajectories/formats/write-formats.ts";
import { readTrajectories } from "../trajectories/read-trajectories.ts";
import type { ReportView } from "./report-view.ts";

/** Writes the episodes of a report to `data/` in other forms, with their times and tokens. @throws CliError their folder is not there any more */
export const writeEpisodes = (
  out: string,
  { report, folder, measured }: ReportView,
  formats: readonly DatasetFormat[],
): readonly FormatFile[] => {
  if (formats.length === 0) return [];
  if (folder === undefined) throw new CliError("--format needs the folder of an evaluation, and this report has no episodes beside it");
  const run = { name: report.suite, command: report.command ?? `kubedrill eval --suite ${report.suite}`, measured };
  const read = function* () {
    for (const { trajectory } of readTrajectories(folder)) yield trajectory;
  };
  return writeFormats(out, read, { formats, fileType: "jsonl", run, toolsOnce: true }).files;
};
