import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "#core/parse-json.ts";
import { playInOrder } from "../engine/play-in-order.ts";
import { untilInterrupted } from "../errors/until-interrupted.ts";
import type { ModelSettings } from "../llm/chat-endpoint.ts";
import type { CliOutput } from "../output/output.ts";
import { cutTornTail } from "../trajectories/cut-torn-tail.ts";
import { readTrajectories } from "../trajectories/read-trajectories.ts";
import { caseOf } from "./case-of.ts";
import { judgeDiagnosis } from "./judge-diagnosis.ts";
import type { Judgement } from "./judgement.ts";

/** A judgement beside the rules' own verdict on the same diagnosis. */
export interface JudgedEpisode {
  readonly judgement: Judgement;
  /** True: the rules passed it. Undefined: they were not asked. */
  readonly byRules: boolean | undefined;
}

/** Judges the recorded diagnoses of a folder that have no verdict of this model yet, and keeps each at once; Ctrl-C stops it. @returns all judgements of this model there */
export const judgeFolder = async (folder: string, settings: ModelSettings, output: CliOutput): Promise<readonly JudgedEpisode[]> => {
  const file = join(folder, JUDGEMENTS_FILE);
  if (existsSync(file)) cutTornTail(file);
  const kept = readJudgements(folder, settings.model);
  const cases = [...readTrajectories(folder)].flatMap(({ trajectory }) => {
    const judged = caseOf(trajectory);
    const { passed = {} } = Object(trajectory.verdicts) as { readonly passed?: Readonly<Record<string, boolean>> };
    return judged === undefined ? [] : [{ id: trajectory.trajectory_id, judged, byRules: passed["diagnosis"] }];
  });
  const lacking = cases.filter(({ id }) => kept.get(id)?.verdict === undefined);
  const progress = output.progress(lacking.length, "diagnoses");
  const judge = async ({ id, judged }: (typeof cases)[number]): Promise<void> => {
    const judgement: Judgement = { trajectory_id: id, model: settings.model, ...(await judgeDiagnosis(settings, judged)) };
    appendFileSync(file, `${JSON.stringify(judgement)}\n`);
    kept.set(id, judgement);
    progress.advance();
  };
  await untilInterrupted((signal) => playInOrder(lacking, PARALLEL, judge, () => undefined, signal));
  progress.stop();
  return cases.flatMap(({ id, byRules }) => (kept.has(id) ? [{ judgement: kept.get(id)!, byRules }] : []));
};

const JUDGEMENTS_FILE = "judgements.jsonl";

/** Requests to a judge at once. */
const PARALLEL = 4;

/** Reads the judgements of a folder by the ids of its trajectories; of two on one episode the last holds. @param model missing: those of any */
export const readJudgements = (folder: string, model?: string): Map<string, Judgement> => {
  const file = join(folder, JUDGEMENTS_FILE);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return new Map(
    lines.flatMap((line) => {
      const judgement = parseJson(line) as Judgement | undefined;
      return judgement === undefined || (model !== undefined && judgement.model !== model)
        ? []
        : [[judgement.trajectory_id, judgement] as const];
    }),
  );
};
