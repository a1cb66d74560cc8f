import type { World } from "../kernel/world.ts";
import type { Process } from "../processes/process.ts";

/** Where a client of a data store runs. */
export interface ShellContext {
  readonly world: World;
  readonly process: Process;
  readonly env: Readonly<Record<string, string>>;
}

/** What it came to. */
export interface ShellResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Time that it takes. */
  readonly waitMs: number;
}

/** Its words, and what it reads. */
export interface Invocation {
  readonly word: string;
  readonly args: readonly string[];
  readonly stdin: string;
}
