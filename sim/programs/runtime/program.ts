import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import type { BootPlan } from "../../processes/process-life.ts";
import { done, type Effect } from "./effect.ts";
import type { ProcessNetwork } from "./process-network.ts";

/** Behaviour of an executable: how it boots, what it holds in memory, how it ends. State lives in the world alone. */
export interface Program extends BootPlan {
  /** Run one after another once booted; each may wait, end the process, or let the next one run. */
  readonly steps: readonly Step[];
  /** Reaction to SIGTERM as the first process of a container; `ignored`: it runs until SIGKILL. */
  readonly onTerm:
    | { readonly afterMs: number; readonly exitCode: number; readonly lines?: (world: World) => readonly string[] }
    | "ignored";
  /** Deregisters it from other processes: at SIGTERM, not when it is killed. */
  readonly leave?: (place: ProgramPlace) => Effect<void>;
  /** Drops its in-memory state, however it ended. */
  readonly forget?: (world: World, process: Process) => void;
}

/** A step that asks no other machine has its result at once. */
export type Step = (context: StepContext) => StepResult | Effect<StepResult>;

/** Context of a running program: the world that keeps its state and output, its process, and its network. */
export interface ProgramPlace {
  readonly world: World;
  readonly process: Process;
  readonly network: ProcessNetwork;
}

export interface StepContext extends ProgramPlace {
  /** Milliseconds since this step was first tried. */
  readonly waitedMs: number;
  /** Number of earlier tries. */
  readonly tries: number;
  /** State that the step returned when it asked to be run again; undefined at first. */
  readonly state: unknown;
}

export type StepResult =
  | { readonly kind: "next" }
  | { readonly kind: "again"; readonly afterMs: number; readonly state?: unknown }
  | { readonly kind: "exit"; readonly exitCode: number; readonly lines?: readonly string[] };

/** The work of a step that may have its result already. */
export const effectOf = (given: StepResult | Effect<StepResult>): Effect<StepResult> => ("kind" in given ? done(given) : given);

/** Result of a finished step. */
export const NEXT: StepResult = { kind: "next" };
