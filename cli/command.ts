import type { CliOutput } from "./output.ts";

/** One command of the command line: the default export of `cli/commands/<name>/command.ts`; the folder is named for it. */
export interface CliCommand<Options = Record<string, unknown>> {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What it does and what it prints, for its own help. */
  readonly description: string;
  readonly args?: readonly CliArgument[];
  readonly options: readonly CliOption[];
  /** It has a command line of its own: all words but a lone `--help` are handed over unread. */
  readonly takesAllWords?: boolean;
  /** Shown at the end of the help; each is a whole command line without the leading `kubedrill`. */
  readonly examples: readonly { readonly command: string; readonly says: string }[];
  /** Does it. @returns the exit status, see exit-codes.ts */
  run(options: Options, output: CliOutput, args: readonly string[]): Promise<number>;
}

/** A word after the command, such as a file. */
export interface CliArgument {
  readonly name: string;
  readonly description: string;
}

/** A switch of a command. */
export interface CliOption {
  /** `--name`, `--name <value>` or `--name <value...>`. */
  readonly flags: string;
  readonly description: string;
  readonly fallback?: unknown;
  /** Reads the text of the value; throws a CliError that names what is wrong. Missing: the text as it is. */
  readonly parse?: (text: string) => unknown;
  readonly choices?: readonly string[];
  /** The command does not run without it. */
  readonly required?: boolean;
}

/** Types a command. */
export const defineCommand = <Options>(command: CliCommand<Options>): CliCommand => command as unknown as CliCommand;
