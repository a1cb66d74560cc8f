/** The computer that a command is run on: its files, variables and programs. An episode's commands have none. */
export interface Machine {
  /** The text of a file; undefined when there is none. */
  readFile(path: string): string | undefined;
  readBytes(path: string): Uint8Array | undefined;
  writeFile(path: string, content: string | Uint8Array): void;
  /** Names in a folder, sorted; undefined when it is no folder. */
  listFolder(path: string): readonly string[] | undefined;
  /** The path of a new file in a folder of its own. */
  temporaryFile(name: string): string;
  /** Removes a file, or a folder with all that is in it. */
  removeFile(path: string): void;
  variable(name: string): string | undefined;
  /** Runs a program and waits for its end; undefined when it cannot be started. */
  run(command: string, args: readonly string[]): { readonly exitCode: number; readonly stdout: string } | undefined;
  /** Runs a shell command that has the terminal to itself. @returns its exit status; undefined when it cannot be started */
  runOnTerminal(command: string): number | undefined;
}
