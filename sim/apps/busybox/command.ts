import type { World } from "../../kernel/world.ts";
import type { Process } from "../process.ts";

/** What a command gets. */
export interface CommandInput {
  readonly world: World;
  readonly process: Process;
  /** Without the command's own name. */
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a command does: text, a status, and perhaps time or sockets. */
export interface CommandResult {
  readonly status: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** Time until it ends; missing: none. */
  readonly waitMs?: number;
  /** Sockets that it holds open. */
  readonly sockets?: Process["ports"];
  /** True for one that never ends by itself. */
  readonly runsForever?: boolean;
}

export type Command = (input: CommandInput) => CommandResult;

/** Succeeds with some text. */
export const done = (stdout = ""): CommandResult => ({ status: 0, stdout });

/** Fails with a message. */
export const fail = (stderr: string, status = 1): CommandResult => ({ status, stderr });
