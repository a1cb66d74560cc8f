import { parseJson } from "#core/parse-json.ts";
import type { EvalResult } from "../evaluations/eval-result.ts";
import type { Judgement } from "../judge/judgement.ts";
import { problemOf } from "../tasks/choose-tasks.ts";
import type { MeasuredPlay } from "../trajectories/measured-play.ts";
import type { Trajectory } from "../trajectories/trajectory.ts";

/** One episode for the table. */
export interface CsvEpisode {
  readonly result: EvalResult;
  readonly trajectory: Trajectory;
  /** Missing: nothing was measured. */
  readonly measured?: MeasuredPlay | undefined;
  /** Missing: no judge was asked. */
  readonly judgement?: Judgement | undefined;
}

/** Writes episodes as a table with the columns of SREGym's results, sorted by name as there; a cell is empty where there is nothing to say. */
export const renderCsv = (episodes: readonly CsvEpisode[], agentTimeoutS: number): string => {
  const names = Object.keys(COLUMNS).sort();
  const rows = episodes.map((episode) => names.map((name) => COLUMNS[name]!(episode, agentTimeoutS)));
  return [names, ...rows].map((row) => `${row.map((cell) => quote(textOf(cell))).join(",")}\r\n`).join("");
};

type Cell = string | number | boolean | undefined;

/** Columns by name. */
const COLUMNS: Readonly<Record<string, (episode: CsvEpisode, agentTimeoutS: number) => Cell>> = {
  problem_id: ({ result }) => result.name ?? problemOf(result.task),
  attempt: ({ result }) => (result.sample ?? 0) + 1,
  "Diagnosis.success": (episode) => (isDiagnosed(episode) ? episode.result.diagnosed : undefined),
  "Diagnosis.accuracy": (episode) => (isDiagnosed(episode) ? percent(episode.result.components["diagnosis"]?.value) : undefined),
  "Diagnosis.reasoning": (episode) => (isDiagnosed(episode) ? episode.result.components["diagnosis"]?.detail : undefined),
  "Diagnosis.submission": (episode) => submissionOf(episode.trajectory),
  "Judge.success": ({ judgement }) => judgement?.verdict?.passed,
  "Judge.accuracy": ({ judgement }) => percent(judgement?.verdict?.score),
  "Judge.model": ({ judgement }) => judgement?.model,
  "Mitigation.success": (episode) => (isMitigated(episode) ? episode.result.repaired : undefined),
  // Times of the world, since the machine's own depend on the machine.
  TTL: ({ trajectory }) => seconds(trajectory.steps[placeOf(trajectory, DIAGNOSIS)]?.virtual_time_ms),
  TTM: (episode) => (isMitigated(episode) ? seconds(episode.result.virtual_ms) : undefined),
  timed_out: (episode, agentTimeoutS) => isTimedOut(episode, agentTimeoutS) || undefined,
  agent_timeout_seconds: (episode, agentTimeoutS) => (isTimedOut(episode, agentTimeoutS) ? agentTimeoutS : undefined),
  deploy_failed: ({ result }) => (result.sample_valid ? undefined : true),
};

const DIAGNOSIS = "submit_diagnosis";
const MITIGATION = "submit_mitigation";

const isDiagnosed = ({ result, trajectory }: CsvEpisode): boolean => result.sample_valid && placeOf(trajectory, DIAGNOSIS) !== -1;

/** True where the repair was submitted: nothing else is graded there. */
const isMitigated = ({ result, trajectory }: CsvEpisode): boolean => result.sample_valid && placeOf(trajectory, MITIGATION) !== -1;

const isTimedOut = ({ result, trajectory, measured }: CsvEpisode, agentTimeoutS: number): boolean =>
  result.sample_valid && placeOf(trajectory, MITIGATION) === -1 && (measured?.wall_s ?? 0) >= agentTimeoutS;

const placeOf = ({ steps }: Trajectory, tool: string): number =>
  steps.findIndex(({ actions }) => actions.some(({ name }) => name === tool));

const submissionOf = ({ steps }: Trajectory): string | undefined => {
  const action = steps.flatMap(({ actions }) => actions).find(({ name }) => name === DIAGNOSIS);
  return (Object(parseJson(action?.arguments_json ?? "")) as { readonly text?: string }).text;
};

const seconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1_000);
const percent = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.round(value * 10_000) / 100);

/** True and false as Python writes them, which wrote the other tables. */
const textOf = (cell: Cell): string => (typeof cell === "boolean" ? (cell ? "True" : "False") : `${cell ?? ""}`);
const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
