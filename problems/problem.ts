import type { Rng } from "#core/rng.ts";
import type { FaultScope, Place } from "#injectors/injector.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Split } from "./dataset/family-splits.ts";
import type { Difficulty } from "./difficulty/difficulty-of.ts";

/** A fault-target pair as a catalogue lists it. */
export interface Pair {
  readonly faultId: string;
  readonly target: string;
  /** Split of the task with this pair alone. */
  readonly split: Split;
  /** False when users notice nothing. */
  readonly visible: boolean;
  /** True when the fault can hide another component's. */
  readonly masks: boolean;
  /** True when the fault shows under users' requests alone. */
  readonly needsTraffic: boolean;
  /** True when one mistake can make the fault in many places at once. */
  readonly correlates: boolean;
  /** Scope of the fault's changes. */
  readonly scope: FaultScope;
  /** Difficulty of the task with this pair alone. */
  readonly difficulty: Difficulty;
}

/** A way of composing pairs into tasks: one folder under `problems/`, named for it. */
export interface ProblemKind {
  readonly id: string;
  readonly title: string;
  /** Tags of every task of this kind. */
  readonly tags: readonly string[];
  /** Difficulty of a task from the pairs that it composes. */
  difficulty(pairs: readonly Pair[]): Difficulty;
  /**
   * Lists the compositions for the catalogue, from all pairs of an app. A pair more or less changes those that it is in,
   * or its share of them, and leaves the others as they are.
   */
  compose(pairs: readonly Pair[]): readonly (readonly Pair[])[];
}

/** Types a kind of problem; the default export of `problems/<id>/problem.ts`. */
export const defineProblem = (problem: ProblemKind): ProblemKind => problem;

/** A transient, self-recovering disturbance that is nobody's root cause: the default export of `problems/noise/<id>/noise.ts`. */
export interface Noise {
  readonly id: string;
  /** Mean gap between two occurrences, ms. */
  readonly meanGapMs: number;
  /** Capabilities that the backend must have beyond the Kubernetes API, such as `disturb.link`; missing: none. */
  readonly needs?: readonly string[];
  /** Disturbs once: draws from its stream alone, so that an agent's work changes nothing of what is drawn. */
  strike(cluster: ClusterPort, place: Place, options: StrikeOptions): Promise<void>;
  /** Takes a strike back some time later, ms, with a stream that draws the same again; missing: the cluster recovers by itself. */
  readonly recovery?: {
    readonly afterMs: readonly [least: number, most: number];
    end(cluster: ClusterPort, place: Place, options: StrikeOptions): Promise<void>;
  };
}

/** Options of one disturbance. */
export interface StrikeOptions {
  readonly rng: Rng;
  /** Names of components that it must leave alone: those of the task's faults. */
  readonly spared: readonly string[];
}

/** An object that looks suspicious and is harmless: the default export of `problems/decoys/<id>/decoy.ts`. */
export interface Decoy {
  readonly id: string;
  /** `cluster`: it is an object of a cluster that no other slot shares; missing: it is in the app's namespace. */
  readonly scope?: "cluster";
  /** Creates it in the world, before the injection. */
  place(cluster: ClusterPort, place: Place, rng: Rng): Promise<void>;
}

/** Types a noise generator. */
export const defineNoise = (noise: Noise): Noise => noise;

/** Types a decoy. */
export const defineDecoy = (decoy: Decoy): Decoy => decoy;

/** Instruction of a task before it is played: the same words for every problem of an app, so that they are no hint. */
export const instructionFor = (title: string, namespace: string): string =>
  [
    `You are the on-call engineer for ${title}, which runs in the Kubernetes namespace "${namespace}" and serves users around the clock.`,
    "Find out whether something is wrong. If so, find the root cause, repair it without losing anything, and keep users served meanwhile.",
    "Use kubectl, metrics, logs and traces. Report the root cause once with submit_diagnosis (an empty list says that nothing is wrong), and call submit_mitigation when you are done.",
  ].join("\n");
