import type { Applet } from "../interpreter/applet-call.ts";

/** Programs that a machine has. */
export interface Programs {
  /** Name of the program in the file at an absolute path. */
  at(path: string): string | undefined;
  /** True for a program that the shell brings along and finds before it looks along $PATH. */
  isInShell(name: string): boolean;
  /** True for a program that goes before the shell's own command of that name. */
  goesBefore?(name: string, args: readonly string[]): boolean;
  /** Model of a program. */
  applet(name: string): Applet | undefined;
  /** Runs instead of a program that has a file and no model. */
  readonly unknown: Applet;
  /** Returns the options with which this machine's build of a program does otherwise than others. */
  oddOptions(name: string): OddOptions;
}

/** Options that a build of a program does not know, and the words in which it says so. */
export interface OddOptions {
  readonly unknown?: string;
  readonly fatal?: string;
}
