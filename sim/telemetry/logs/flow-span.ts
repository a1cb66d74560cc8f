import type { FlowRow } from "../../flow/flow-history.ts";

/** A row of the flow's history with the part of its time that is asked for. */
export interface FlowSpan {
  readonly row: FlowRow;
  readonly fromMs: number;
  readonly toMs: number;
}
