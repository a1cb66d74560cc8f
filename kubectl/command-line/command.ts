import type { Session } from "../session/session.ts";
import type { FlagTable } from "./flags.ts";

/** A command of kubectl, or one of its subcommands. */
export interface Command {
  /** Words that name it: `get`, `rollout status`. */
  readonly path: string;
  readonly aliases?: readonly string[];
  /** Arguments in its usage line, after the name. */
  readonly usage: string;
  readonly flags: FlagTable;
  /** Required flags. */
  readonly required?: readonly string[];
  /** Prints on the session; throws CommandFailure, StatusFailure or FailureList to end with an error. */
  run(session: Session): Promise<void>;
}

/** Types a command. */
export const defineCommand = (command: Command): Command => command;
