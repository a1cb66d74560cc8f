import type { HttpRequest } from "../../apps/http-answer.ts";

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
    }
  | { readonly kind: "timers" }
  | { readonly kind: "signal"; readonly name: string }
  | { readonly kind: "request"; readonly port: number; readonly request: HttpRequest };

/** What a script asks of the world. */
export interface NodeHost {
  readFile(path: string): { readonly ok: boolean; readonly text: string };
  writeFile(path: string, text: string, appends: boolean): string | undefined;
  /** The answer of a server, or the code of the error. */
  fetch(
    url: string,
  ): { readonly status: number; readonly body: string; readonly afterMs: number } | { readonly code: string; readonly afterMs: number };
  random(): number;
}

/** The whole story of a process, oldest first. */
export const storyOf = (last: NodeEvent): readonly NodeEvent[] => {
  const story: NodeEvent[] = [];
  for (let event: NodeEvent | undefined = last; event !== undefined; event = event.before) story.push(event);
  return story.reverse();
};
