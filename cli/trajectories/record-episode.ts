import type {
  Ending,
  EpisodeHost,
  ResetCommand,
  ResetOutcome,
  RewardOutcome,
  StepCommand,
  StepOutcome,
} from "#env/host/episode-protocol.ts";
import type { ToldRequest } from "#env/host/kube-streams/tell-requests.ts";
import type { ModelUsage } from "../llm/model-usage.ts";
import type { MeasuredTurn } from "./trajectory.ts";

/** Record of the calls between a player and the host of its episode. */
export interface EpisodeRecording {
  readonly reset: { readonly command: ResetCommand; readonly outcome: ResetOutcome };
  readonly steps: readonly { readonly command: StepCommand; readonly outcome: StepOutcome }[];
  /** The last reply to Reward; undefined if none was asked for. */
  readonly reward: RewardOutcome | undefined;
  /** Reasons of the steps, in order, where an agent gave them; empty where it said nothing. */
  readonly reasons?: readonly string[];
  /** Indices of the steps that are slips of the agent; missing: it made none. */
  readonly slips?: readonly number[];
  /** Values of the states before each step and after the last; missing: not measured. */
  readonly stateValues?: readonly (number | undefined)[];
  /** Time and tokens of the steps, in order; missing: not measured. */
  readonly measured?: readonly MeasuredTurn[];
  /** Usage of the model that played; missing: none did. Not part of the trajectory. */
  readonly usage?: ModelUsage;
  /** Reason for which the player gave the episode up, which then has no valid score, whatever it had earned. */
  readonly abandoned?: string;
  /** Virtual time at which a program that played had done its work, ms; missing: none played. */
  readonly workedMs?: number;
  /** Requests of a program to the cluster's API and its telemetry; missing: none played, or not known. */
  readonly apiRequests?: number;
  /** The first of them, in order; missing: none played, or not known. */
  readonly requests?: readonly AgentRequest[];
  /** Sentence on how a program that played ended; missing: as it should. Not part of the trajectory. */
  readonly remark?: string;
  /** Wall time from Reset to Close; missing: not measured. Not part of the trajectory. */
  readonly wallMs?: number;
}

/** A request beside the steps. */
export interface AgentRequest extends ToldRequest {
  /** Number of steps before. */
  readonly stepIndex: number;
  readonly virtualMs: number;
}

/** Wraps a host so that all calls for one episode are recorded; `recording` returns the record once the episode has begun. */
export const recordEpisode = (host: EpisodeHost): { readonly host: EpisodeHost; recording(): EpisodeRecording | undefined } => {
  let reset: EpisodeRecording["reset"] | undefined;
  let reward: RewardOutcome | undefined;
  const steps: { readonly command: StepCommand; readonly outcome: StepOutcome }[] = [];
  return {
    recording: () => reset && { reset, steps, reward },
    host: {
      reset: async (command) => {
        const outcome = await host.reset(command);
        reset = { command, outcome };
        return outcome;
      },
      step: async (command) => {
        const outcome = await host.step(command);
        steps.push({ command, outcome });
        return outcome;
      },
      reward: async (command) => {
        // A record holds what the grading looked at, whoever plays.
        reward = await host.reward({ ...command, explain: true });
        return reward;
      },
      observe: (command) => host.observe(command),
      fork: (command) => host.fork(command),
      close: (command) => host.close(command),
    },
  };
};

/** Ending of the recorded episode; undefined when it was left running. */
export const endingOf = (recording: EpisodeRecording): Ending | undefined =>
  recording.abandoned === undefined
    ? (recording.reward?.ending ?? recording.steps.at(-1)?.outcome.ending)
    : {
        terminated: false,
        truncated: true,
        endReason: "CLIENT_CLOSED",
        sampleValid: false,
        blame: "INFRASTRUCTURE",
        failureReason: recording.abandoned,
      };

/** Sum of rewards; undefined when no valid score exists. */
export const returnOf = (recording: EpisodeRecording): number | undefined => {
  if (endingOf(recording)?.sampleValid === false) return undefined;
  return recording.reward ? recording.reward.report.reward : recording.steps.at(-1)?.outcome.reward.returnSoFar;
};

/** Digest of the world's state at the end of the record. */
export const finalStateOf = (recording: EpisodeRecording): string =>
  recording.steps.at(-1)?.outcome.stateDigest ?? recording.reset.outcome.stateDigest;
