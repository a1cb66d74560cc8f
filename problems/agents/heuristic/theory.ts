import type { ToolCall } from "#core/tool-call.ts";
import type { Notebook } from "../../investigation/notebook.ts";

/** The looks of a mechanism and the remedy for it: an engineer's experience, which knows no app and no answer. */
export interface Theory {
  /** Type of the mechanism, as `submit_diagnosis` lists it. */
  readonly type: string;
  /** Recognises it in what was seen. */
  recognise(notebook: Notebook): readonly Finding[];
}

/** A cause that was recognised. */
export interface Finding {
  /** `kind/name`. */
  readonly resource: string;
  /** The sign by which it was recognised, as one sentence without a full stop. */
  readonly says: string;
  /** Look to take before it is believed, unless it was taken: its answer may refute it, or say how to mend it. */
  readonly confirm?: ToolCall;
  /** Calls that mend it; none where it takes more than can be seen. */
  readonly repair: readonly ToolCall[];
}

/** All matches of a pattern in the answers to commands of a form, each with the command. */
export const matchesIn = (notebook: Notebook, of: RegExp, pattern: RegExp): readonly Seen[] =>
  notebook.notes.flatMap(({ call, content }) => {
    const command = call.name === "kubectl" ? `${call.arguments["command"]}` : call.name;
    return of.test(command) ? [...content.matchAll(pattern)].map((match) => ({ command, content, match })) : [];
  });

/** A match, and where it was seen. */
export interface Seen {
  readonly command: string;
  readonly content: string;
  readonly match: RegExpExecArray;
}

/** The last answer that describes this object; undefined if it was not looked at. */
export const descriptionOf = (notebook: Notebook, kind: string, name: string): string | undefined =>
  notebook.notes.findLast(({ call, content }) => call.arguments["command"] === `describe ${kind} ${name}` && content.startsWith("Name:"))
    ?.content;

/** Name of the object that a command describes. */
export const describedName = (command: string): string => /^describe \w+[ /](\S+)/.exec(command)?.[1] ?? "";

/** Findings without those of the same resource. */
export const oncePerResource = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ resource }, i) => findings.findIndex((other) => other.resource === resource) === i);
