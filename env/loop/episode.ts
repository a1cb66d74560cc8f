import type { CheckResult } from "#core/verdict.ts";
import type { Slot } from "#pool/backend.ts";
import type { Diagnosis } from "#rewards/diagnosis-statement.ts";
import type { RewardProfile } from "#rewards/profiles.ts";
import type { Alert } from "../actions/alerts-of.ts";
import type { OwnCommand } from "../actions/own-commands.ts";
import type { ActionResult, Ending, EpisodeLimits, TaskInfo, TimeLimit, ViewRequest } from "../host/episode-protocol.ts";
import type { KubeStreams } from "../host/kube-streams/kube-streams.ts";
import type { ActionFailure } from "./attempt.ts";
import type { Damage } from "./damage.ts";
import type { Incident } from "./incident.ts";
import type { Judge } from "./judge.ts";
import type { LastingChecks } from "./lasting-checks.ts";
import type { Ledger } from "./ledger.ts";
import type { NoiseSchedule } from "./noise-schedule.ts";

/** State of an episode in the Loop. It is the Loop's only mutable record; everything in it is a value or a port. */
export interface Episode {
  readonly id: string;
  readonly incident: Incident;
  readonly task: TaskInfo;
  readonly slot: Slot;
  readonly limits: EpisodeLimits;
  readonly profile: RewardProfile;
  readonly views: readonly ViewRequest[];
  readonly toolProfile: string | undefined;
  readonly judge: Judge;
  /** Told of each action that failed by an exception; undefined: nobody wants to know. */
  readonly onActionFailed: ((failure: ActionFailure) => void) | undefined;
  noise: NoiseSchedule;
  readonly ledger: Ledger;
  readonly timeLimit: TimeLimit;
  /** Connections of the HTTP endpoint; undefined before the first. A fork has none of its parent's. */
  kubeStreams: KubeStreams | undefined;
  /** The conditions as last judged; after a graded end, as they were graded. */
  checks: readonly CheckResult[];
  lasting: LastingChecks;
  /** Times at which the conditions were judged, ms. */
  judgedAtMs: readonly number[];
  /** Damage by writes, as of so many writes and refused ones. */
  damage: { readonly atWrites: number; readonly found: readonly Damage[] };
  /** Alerts that fired when the agent last saw them; undefined before its first step. */
  firingBefore: readonly Alert[] | undefined;
  stepIndex: number;
  /** Actions done; a step without any counts as one. */
  actionsDone: number;
  results: readonly ActionResult[];
  /** Commands of the agent that wrote and that can be taken back, the newest last; none where no tool does that. */
  ownCommands: readonly OwnCommand[];
  diagnosis: Diagnosis | undefined;
  isDiagnosisScored: boolean;
  malformed: number;
  malformedInARow: number;
  stepTimeouts: number;
  /** Ending of the agent's part, set before grading; undefined while it runs. */
  ending: Ending | undefined;
}

/** Virtual time since the agent's clock started, ms. */
export const elapsedMs = ({ slot, incident }: Episode): number => slot.admin.clock.nowMs() - incident.startMs;

/** Number of steps left, ≥ 0. */
export const stepsLeft = ({ limits, stepIndex }: Episode): number => Math.max(0, limits.maxSteps - stepIndex);
