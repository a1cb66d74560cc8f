import type { Download } from "./download.ts";

/** The machine that a command runs on: its files, variables and programs. An episode's commands have none. */
export interface Machine {
  /** Returns the text of a file; undefined when there is none. */
  readFile(path: string): string | undefined;
  readBytes(path: string): Uint8Array | undefined;
  /** Writes a file and creates its parent folders. */
  writeFile(path: string, content: string | Uint8Array): void;
  /** Lists the names in a folder, sorted; undefined when it is not a folder. */
  listFolder(path: string): readonly string[] | undefined;
  /** Creates a path for a new file: the beginning, digits, the end. */
  temporaryFile(beginning: string, end: string): string;
  /** Removes a file, or a folder with its contents. */
  removeFile(path: string): void;
  /** Downloads from an address; missing: there is no network. */
  download?(address: string): Promise<Download>;
  /** Resolves a path from the working folder. */
  absolutePath(path: string): string;
  variable(name: string): string | undefined;
  /** Runs a shell command on the terminal. @returns its exit status; undefined when it cannot be started */
  runOnTerminal(command: string): number | undefined;
}
