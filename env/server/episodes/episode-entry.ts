import type { DrillError } from "#core/drill-error.ts";
import type { Permit, Ticket } from "#pool/admission/admission-queue.ts";
import type { Ending, ResetCommand, ResetOutcome, TaskInfo } from "../../host/episode-protocol.ts";
import type { KubeFrame } from "../../host/kube-protocol.ts";
import type { StepReply } from "./episode-orders.ts";

/** How an episode was asked for, and by whom; it stays so for life. */
export interface EpisodeOrigin {
  readonly command: ResetCommand;
  /** The reset as it was sent, without admission and lease: what makes a repeat a repeat. */
  readonly bodyText: string;
  readonly client: string;
  readonly groupId?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly closeTokenDigest?: string;
  readonly backend: string;
  readonly createdAtMs: number;
  /** Where the future was drawn anew, for copies that were given another seed. */
  readonly reseeds: readonly Reseed[];
}

/** What the server knows of a live episode: queued, running, or ended and not yet closed. */
export interface EpisodeEntry extends EpisodeOrigin {
  readonly id: string;
  readonly task: TaskInfo;
  state: "QUEUED" | "RUNNING" | "ENDED";
  started: ResetOutcome | undefined;
  startedAtMs: number;
  ending: Ending | undefined;
  /** Why it never started. */
  failure: DrillError | undefined;
  /** Nobody waits for its start in a call. */
  readonly deferred: boolean;
  ticket: Ticket | undefined;
  permit: Permit | undefined;
  /** All steps so far, enough to play them again. */
  steps: RecordedStep[];
  /** Requests to the episode's Kubernetes API so far, in order. */
  kube: RecordedKube[];
  /** Virtual time to which the endpoint has moved the world since the last record; missing: it has not. */
  kubeMovedToMs: number | undefined;
  lastReply: StepReply | undefined;
  returnSoFar: number | undefined;
  virtualMs: number;
  /** Calls that are under way or wait for their turn. */
  pending: number;
  tail: Promise<unknown>;
  touchedAtMs: number;
}

/** One step as it can be played again, with what came of it. */
export interface RecordedStep {
  /** JSON of actions and views, as they were sent. */
  readonly body: string;
  readonly stateDigest: string;
  readonly reward?: number;
  readonly virtualMs: number;
  /** View name and digest, in the order asked. */
  readonly views: readonly (readonly [name: string, digest: string])[];
}

/** Requests of clients to the endpoint at one instant, as they can be played again. */
export interface RecordedKube {
  /** Steps that were done before. */
  readonly at: number;
  readonly virtualMs: number;
  readonly shiftMs: number;
  /** Empty: time went by, and nothing else. */
  readonly frames: readonly KubeFrame[];
  /** Missing: there were no frames. */
  readonly stateDigest?: string;
}

/** After `at` steps the future was drawn anew from `seed`. */
export interface Reseed {
  readonly at: number;
  readonly seed: string;
  /** Number of earlier records of the endpoint; missing: 0. */
  readonly kube?: number;
}

/** Runs something when all that was asked of this episode before is done; at once when nothing is. */
export const inTurn = <T>(entry: EpisodeEntry, run: () => Promise<T>): Promise<T> => {
  const idle = entry.pending === 0;
  entry.pending += 1;
  const result = idle ? run() : entry.tail.then(run);
  const settle = (): void => {
    entry.pending -= 1;
  };
  entry.tail = result.then(settle, settle);
  return result;
};
