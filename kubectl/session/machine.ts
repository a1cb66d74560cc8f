import type { Download } from "./download.ts";

/** The computer that a command is run on: its files, variables and programs. An episode's commands have none. */
export interface Machine {
  /** The text of a file; undefined when there is none. */
  readFile(path: string): string | undefined;
  readBytes(path: string): Uint8Array | undefined;
  /** Writes a file and makes the folders that it lies in. */
  writeFile(path: string, content: string | Uint8Array): void;
  /** Names in a folder, sorted; undefined when it is no folder. */
  listFolder(path: string): readonly string[] | undefined;
  /** A path for a new file: the beginning, digits, the end. */
  temporaryFile(beginning: string, end: string): string;
  /** Removes a file, or a folder with all that is in it. */
  removeFile(path: string): void;
  /** Gets what is behind an address; missing: there is no network. */
  download?(address: string): Promise<Download>;
  variable(name: string): string | undefined;
  /** Runs a shell command that has the terminal to itself. @returns its exit status; undefined when it cannot be started */
  runOnTerminal(command: string): number | undefined;
}
