import type { ToolCall } from "#core/tool-call.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Specifications } from "./specifications.ts";

/** Something that a rule takes for a defect. */
export interface Finding {
  /** `kind/name` of what is to blame. */
  readonly resource: string;
  /** Object in which it is written, whose age tells how likely it is; missing: none is there. */
  readonly about?: KubeObject | undefined;
  /** Clause on what is odd. */
  readonly says: string;
  readonly repair: readonly ToolCall[];
}

/** A rule of the linter: one look that a defect has. */
export interface Rule {
  /** Ids of the faults that it looks for. */
  readonly faults: readonly [string, ...string[]];
  /** Type that it claims; missing: the first fault's id. */
  readonly type?: string;
  /** Share of its findings that are taken for a defect, percent: an estimate. */
  readonly rank: number;
  find(specs: Specifications): readonly Finding[];
}
