import type { ModelUsage } from "../llm/model-usage.ts";
import type { SuiteEpisode } from "../tasks/suite.ts";
import type { RecordedComponent } from "../trajectories/trajectory.ts";

/** Result of one episode, as it is written to a report. */
export interface EvalResult extends SuiteEpisode {
  /** Number of the episode among those of its task and seed, from 0 on. Absent: there is one. */
  readonly sample?: number;
  /** Id of its trajectory. Absent: the report is from before trajectories were kept. */
  readonly trajectory_id?: string;
  /** Digest of the task; another one in another report means that the task itself has changed. */
  readonly task_digest: string;
  /** Absent: no valid score exists, and the episode does not count. */
  readonly return?: number;
  readonly success?: boolean;
  /** True: the diagnosis passed. Absent: none was asked for, or the server does not tell. */
  readonly diagnosed?: boolean;
  /** True: the repair passed. Absent: none was asked for, or the server does not tell. */
  readonly repaired?: boolean;
  /** Damage by the agent, 0 for none to 1. Absent: not judged. */
  readonly collateral?: number;
  /** Components of the return by name, with what they have to say about their values. */
  readonly components: Readonly<Record<string, RecordedComponent>>;
  /** Steps of a policy, or calls of a program over MCP; its requests to the cluster are none. */
  readonly steps: number;
  /** Requests of a program to the cluster's API and its telemetry. Absent: no program played, or not known. */
  readonly api_requests?: number;
  /** Virtual time from the start to the agent's last step, ms, or to a program's exit; grading takes more. Absent: not known. */
  readonly virtual_ms?: number;
  readonly end_reason: string;
  /** Reason for which no valid score exists. */
  readonly failure_reason?: string;
  /** Difficulty of the task, 1 to 5. Absent: the report is from before tasks had a measured one. */
  readonly difficulty?: number;
  /** Layers of the faults, such as `network`. Absent: the report is from before they were kept. */
  readonly layers?: readonly string[];
  readonly sample_valid: boolean;
  /** Absent: no model played. */
  readonly usage?: ModelUsage;
}

/** Results with a valid score. */
export const validOf = (results: readonly EvalResult[]): readonly (EvalResult & { readonly return: number })[] =>
  results.flatMap((one) => (one.sample_valid && one.return !== undefined ? [{ ...one, return: one.return }] : []));

/** Key of the task and seed that a result is of; another digest means that the task has changed. */
export const taskKeyOf = ({ task, seed, task_digest: digest }: EvalResult): string => `${task} ${seed} ${digest}`;
