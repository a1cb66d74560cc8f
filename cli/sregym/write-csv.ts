import { join } from "node:path";
import { readMeasured } from "../evaluations/eval-folder.ts";
import type { EvalReport } from "../evaluations/report.ts";
import { readJudgements } from "../judge/judge-folder.ts";
import { readTrajectories } from "../trajectories/read-trajectories.ts";
import { replaceFile } from "../trajectories/replace-file.ts";
import { renderCsv } from "./render-csv.ts";

/** Writes the table of an evaluation's episodes to its folder. @returns path of the file */
export const writeCsv = (folder: string, { results }: Pick<EvalReport, "results">, agentTimeoutS: number): string => {
  const measured = readMeasured(folder);
  const judgements = readJudgements(folder);
  const trajectories = new Map([...readTrajectories(folder)].map(({ trajectory }) => [trajectory.trajectory_id, trajectory]));
  const episodes = results.flatMap((result) => {
    const id = result.trajectory_id ?? "";
    const trajectory = trajectories.get(id);
    return trajectory === undefined ? [] : [{ result, trajectory, measured: measured.get(id), judgement: judgements.get(id) }];
  });
  const file = join(folder, "sregym.csv");
  replaceFile(file, renderCsv(episodes, agentTimeoutS));
  return file;
};
