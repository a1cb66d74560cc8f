import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Place } from "./injector.ts";

/** A sight of a defect itself, rather than of what it does to others: plain data, which crosses threads as it is. */
export interface Evidence {
  /** Look of an agent that shows it, at the object that is wrong. */
  readonly look: ToolCall;
  /**
   * Patterns, with `^` and `$` at each line, that an answer which shows it matches, all of them: the object's name, and what is
   * wrong with it. Where the fault is not, no answer matches all.
   */
  readonly shows: readonly string[];
  /** The sight in words, as one sentence without a full stop: `deployment geo asks for 0 replicas`. */
  readonly says: string;
}

/** Pattern of a text that is taken as it is. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Pattern of the line by which kubectl describes an object of this name, or a pod of it. */
export const describedAs = (target: string): string => `^Name: +${literal(nameOf(target))}(-|$)`;

/** Look at all pods of a component. */
export const describePods = ({ app }: Place, target: string): ToolCall => kubectl(`describe pods -l ${app.labelKey}=${nameOf(target)}`);

/** True if an answer shows the evidence. */
export const isShownBy = (content: string, { shows }: Pick<Evidence, "shows">): boolean =>
  shows.every((pattern) => new RegExp(pattern, "m").test(content));
