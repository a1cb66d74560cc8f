import type { DrillError } from "#core/drill-error.ts";
import type { Permit, Ticket } from "#pool/admission/admission-queue.ts";
import type { Ending, ResetCommand, ResetOutcome, RewardOutcome, TaskInfo } from "../../host/episode-protocol.ts";
import type { KubeFrame } from "../../host/kube-protocol.ts";
import type { StepReply } from "./episode-orders.ts";
import type { JudgeVerdict } from "./judge-episode.ts";

/** Request of an episode and its sender, which seldom change. */
export interface EpisodeOrigin {
  readonly command: ResetCommand;
  /** The reset as sent, without admission and lease, to recognise repeats. */
  readonly bodyText: string;
  readonly client: string;
  readonly groupId?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly closeTokenDigest?: string;
  readonly backend: string;
  readonly createdAtMs: number;
  /** Its place among those that wait for a slot; missing: the call waits itself, and comes again after a restart. */
  readonly queue?: QueuePlace;
  /** Changes of the seed, in copies that were given another one. */
  readonly reseeds: readonly Reseed[];
}

/** Wait of an episode for a slot, without a call. */
export interface QueuePlace {
  readonly priority: number;
  /** Missing: as long as its lease lasts. */
  readonly timeoutMs?: number;
}

/** State of a live episode in the server: queued, running, or ended and not yet closed. */
export interface EpisodeEntry extends EpisodeOrigin {
  readonly id: string;
  /** Chosen again, as the command is, when a call that left the seed open and waited gets its turn. */
  task: TaskInfo;
  command: ResetCommand;
  /** True: the host was asked for it, so that it has a slot or waits for one of its own variant. */
  isAsked: boolean;
  state: "QUEUED" | "RUNNING" | "ENDED";
  started: ResetOutcome | undefined;
  startedAtMs: number;
  ending: Ending | undefined;
  /** True: it has ended and its slot is free; what was said last is kept here. */
  isRetired: boolean;
  /** Sums and explanation of a retired episode; undefined: not retired, or there is no score. */
  score: RewardOutcome | undefined;
  /** Verdict of the judge on its diagnosis, which may be under way; missing: nobody has asked for it, or it has failed. */
  judgement?: Promise<JudgeVerdict>;
  /** Failure of the start; undefined: none. */
  failure: DrillError | undefined;
  /** True: no call waits for its start. */
  readonly deferred: boolean;
  ticket: Ticket | undefined;
  permit: Permit | undefined;
  /** Settles when the journal has it although it has no slot yet; undefined: it has not. */
  keptWaiting: Promise<void> | undefined;
  /** All steps so far, sufficient to replay them. */
  steps: RecordedStep[];
  /** Requests to the episode's Kubernetes API so far, in order. */
  kube: RecordedKube[];
  /** Virtual time to which the endpoint has moved the world since the last record; missing: it has not. */
  kubeMovedToMs: number | undefined;
  lastReply: StepReply | undefined;
  /** Index of the first step that is not in the journal, since it could not be written; undefined: all are. */
  unwrittenFrom: number | undefined;
  returnSoFar: number | undefined;
  virtualMs: number;
  /** Number of calls that are running or wait for their turn. */
  pending: number;
  tail: Promise<unknown>;
  /** Brings its replay forward, since a call waits for it; undefined: it is not one of a restart. */
  hurry: (() => void) | undefined;
  touchedAtMs: number;
}

/** One step as it can be replayed, with its outcome. */
export interface RecordedStep {
  /** JSON of actions and views, as sent. */
  readonly body: string;
  readonly stateDigest: string;
  readonly reward?: number;
  readonly virtualMs: number;
  /** View name and digest, in the order asked. */
  readonly views: readonly (readonly [name: string, digest: string])[];
  /** True: its actions were abandoned, since they overran. */
  readonly overran?: boolean;
}

/** Requests of clients to the endpoint at one instant, as they can be played again. */
export interface RecordedKube {
  /** Number of steps before. */
  readonly at: number;
  readonly virtualMs: number;
  readonly shiftMs: number;
  /** Actions of clients; empty: only time passed. */
  readonly frames: readonly KubeFrame[];
  /** Digest of the state afterwards; missing: there were no frames. */
  readonly stateDigest?: string;
}

/** A change of the seed after `at` steps: later draws come from `seed`. */
export interface Reseed {
  readonly at: number;
  readonly seed: string;
  /** Number of earlier records of the endpoint; missing: 0. */
  readonly kube?: number;
}

/** Runs a function after all earlier calls for this episode; at once if there are none. */
export const inTurn = <T>(entry: EpisodeEntry, run: () => Promise<T>): Promise<T> => {
  const idle = entry.pending === 0;
  if (!idle) entry.hurry?.();
  entry.pending += 1;
  const result = idle ? run() : entry.tail.then(run);
  const settle = (): void => {
    entry.pending -= 1;
  };
  entry.tail = result.then(settle, settle);
  return result;
};
