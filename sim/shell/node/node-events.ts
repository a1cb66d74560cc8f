import type { HttpRequest } from "../../apps/runtime/http-answer.ts";

/**
 * What has happened to a Node.js process, newest first: plain data that gives the whole process when it is played again.
 *
 * A script's objects cannot be copied for a fork, so a fork that goes its own way plays the events again; `answers` are
 * what the script was told from outside meanwhile.
 */
export interface NodeEvent {
  readonly before: NodeEvent | undefined;
  readonly atMs: number;
  readonly happening: Happening;
  readonly answers: readonly unknown[];
}

export type Happening =
  | {
      readonly kind: "start";
      readonly script: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly prints: boolean;
      /** An absolute path, `[eval]` or `[stdin]`. */
      readonly filename: string;
      readonly cwd: string;
    }
  | { readonly kind: "timers" }
  | { readonly kind: "signal"; readonly name: string }
  | { readonly kind: "request"; readonly port: number; readonly request: HttpRequest };

/** What a script asks of the world. */
export interface NodeHost {
  readFile(path: string): { readonly ok: true; readonly bytes: string } | { readonly ok: false; readonly error: string };
  /** These give what is wrong, or nothing. */
  writeFile(path: string, bytes: string, appends: boolean): string | undefined;
  makeFolder(path: string, isDeep: boolean): string | undefined;
  remove(path: string): string | undefined;
  /** The names in a folder, or what is wrong. */
  list(path: string): readonly string[] | string;
  stat(path: string): FileFacts | undefined;
  /** The address behind a name. */
  lookup(name: string): string | undefined;
  /** The address of the process's own pod. */
  address(): string;
  /** True when another process has a port already. */
  isTaken(port: number): boolean;
  /** The answer of a server, or the code of the error; `detail`: the address that was tried. */
  fetch(
    url: string,
  ):
    | { readonly status: number; readonly body: string; readonly afterMs: number }
    | { readonly code: string; readonly afterMs: number; readonly detail?: string };
  random(): number;
}

export interface FileFacts {
  readonly kind: "file" | "folder" | "link" | "device";
  readonly size: number;
  readonly mode: number;
  readonly modifiedMs: number;
}

/** The whole story of a process, oldest first. */
export const storyOf = (last: NodeEvent): readonly NodeEvent[] => {
  const story: NodeEvent[] = [];
  for (let event: NodeEvent | undefined = last; event !== undefined; event = event.before) story.push(event);
  return story.reverse();
};
