import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "#core/parse-json.ts";
import type { FolderPlan } from "../trajectories/claim-folder.ts";
import { cutTornTail } from "../trajectories/cut-torn-tail.ts";
import { openDataset } from "../trajectories/dataset-files.ts";
import { given } from "../trajectories/given.ts";
import type { MeasuredPlay } from "../trajectories/measured-play.ts";
import type { Trajectory } from "../trajectories/trajectory.ts";
import type { EvalResult } from "./eval-result.ts";
import { type EvalEpisode, toEvalResult } from "./to-eval-result.ts";

/** Episodes of an evaluation that have been played, each kept as soon as it ends. */
export interface EvalFolder {
  /** Keeps an episode; one that ends after the folder was closed is played again. */
  keep(trajectory: Trajectory, measured: MeasuredPlay): void;
  /** Results by the ids of their trajectories. */
  readonly results: ReadonlyMap<string, EvalResult>;
  /** Measurements of their plays, by the same ids. */
  readonly measured: ReadonlyMap<string, MeasuredPlay>;
  close(): void;
}

/**
 * Opens the folder of an evaluation, new or begun: `trajectories-NNNNN.jsonl` as datasets have them, and `results.jsonl`. What a kill or a power
 * cut has torn is cut off, and that episode is to be played again.
 *
 * @param folder missing: results are kept in memory alone
 * @param plan what decides the results; a folder that was begun with another one is refused
 * @param episodes episodes of the evaluation by the ids of their trajectories
 */
export const openEvalFolder = (folder: string | undefined, plan: FolderPlan, episodes: ReadonlyMap<string, EvalEpisode>): EvalFolder => {
  const files = folder === undefined ? undefined : openDataset(folder, plan, EPISODES_PER_FILE);
  if (folder !== undefined && existsSync(join(folder, RESULTS_FILE))) cutTornTail(join(folder, RESULTS_FILE));
  const measured = new Map(folder === undefined ? [] : readMeasured(folder));
  const results = new Map<string, EvalResult>();
  const add = (trajectory: Trajectory): EvalResult => {
    const { trajectory_id: id } = trajectory;
    const result = toEvalResult(trajectory, episodes.get(id)!, measured.get(id)?.usage);
    results.set(id, result);
    return result;
  };
  for (const trajectory of files?.read() ?? []) add(trajectory);
  let isOpen = true;
  return {
    results,
    measured,
    keep: (trajectory, play) => {
      if (!isOpen) return;
      measured.set(trajectory.trajectory_id, play);
      const result = add(trajectory);
      if (folder === undefined) return;
      // The trajectory comes last: one that is there is never without its line here.
      appendFileSync(join(folder, RESULTS_FILE), `${JSON.stringify({ ...result, ...play })}\n`);
      files?.append(trajectory);
    },
    close: () => {
      isOpen = false;
      files?.close();
    },
  };
};

const RESULTS_FILE = "results.jsonl";

/** Trajectories of a file: few enough to be read at once. */
const EPISODES_PER_FILE = 100;

/** Reads what was measured of the episodes in a folder, by the ids of their trajectories; of two lines with one id, as a kill leaves them, the last holds. */
export const readMeasured = (folder: string): ReadonlyMap<string, MeasuredPlay> => {
  const file = join(folder, RESULTS_FILE);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return new Map(
    lines.flatMap((line) => {
      const { trajectory_id: id, began_at, wall_s, usage } = Object(parseJson(line)) as MeasuredPlay & { readonly trajectory_id?: string };
      return id === undefined ? [] : [[id, { began_at, wall_s, ...given("usage", usage) }] as const];
    }),
  );
};
