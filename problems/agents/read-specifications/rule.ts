import type { ToolCall } from "#core/tool-call.ts";
import type { Specifications } from "./specifications.ts";

/** Something that a rule takes for a defect. */
export interface Finding {
  /** `kind/name` of what is to blame. */
  readonly resource: string;
  /** Clause on what is odd. */
  readonly says: string;
  readonly repair: readonly ToolCall[];
}

/** A rule of the linter: one mechanism, and how sure it is when the rule finds something. */
export interface Rule {
  /** Type of the mechanism in the catalogue. */
  readonly type: string;
  /** Rank of its findings, higher first: how seldom sound specifications have the like. */
  readonly rank: number;
  find(specs: Specifications): readonly Finding[];
}
