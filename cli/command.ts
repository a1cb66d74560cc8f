import type { CliOutput } from "./output/output.ts";

/** One command of the command line: the default export of `cli/commands/<name>/command.ts`; the folder is named for it. */
export interface CliCommand<Options = Record<string, unknown>> {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Longer description for the command's own help: what it does and what it prints. */
  readonly description: string;
  readonly args?: readonly CliArgument[];
  readonly options: readonly CliOption[];
  /** True: the command parses its own arguments; all words but a lone `--help` are passed through. */
  readonly takesAllWords?: boolean;
  /** Examples at the end of the help; each is a whole command line without the leading `kubedrill`. */
  readonly examples: readonly { readonly command: string; readonly says: string }[];
  /** Names what begins, for stderr, before anything takes long: "counting tasks"; undefined where the answer comes at once. */
  doing(options: Options, args: readonly string[]): string | undefined;
  /** Runs the command. @returns the exit status, see exit-codes.ts */
  run(options: Options, output: CliOutput, args: readonly string[]): Promise<number>;
}

/** A word after the command, such as a file. */
export interface CliArgument {
  readonly name: string;
  readonly description: string;
}

/** An option of a command. */
export interface CliOption {
  /** `--name`, `--name <value>` or `--name <value...>`. */
  readonly flags: string;
  readonly description: string;
  readonly fallback?: unknown;
  /** Parses the value; throws a CliError that names what is wrong. Missing: the text as it is. */
  readonly parse?: (text: string) => unknown;
  readonly choices?: readonly string[];
  /** Environment variable that gives the value where the command line does not. */
  readonly env?: string;
  /** True: the command does not run without it. */
  readonly required?: boolean;
}

/** Types a command; the default export of its file. */
export const defineCommand = <Options>(command: CliCommand<Options>): CliCommand => command as unknown as CliCommand;
