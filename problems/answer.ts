import type { ToolCall } from "#core/tool-call.ts";
import type { Evidence } from "#injectors/evidence.ts";
import type { AppRecord } from "#kube/app/app.ts";

/** The answer to an incident, from which demonstrations are made; agents never see it. Plain data, which crosses threads as it is. */
export interface Answer {
  readonly app: AppRecord;
  readonly namespace: string;
  /** None: nothing is wrong. */
  readonly faults: readonly AnsweredFault[];
}

/** One fault of an incident. */
export interface AnsweredFault {
  readonly causes: readonly { readonly resource: string; readonly fault_type: string }[];
  /** Names of the objects that are wrong and of the components that they belong to. */
  readonly own: readonly string[];
  /** Names of the components that call them, from the next ones up to those that users call. */
  readonly callers: readonly string[];
  readonly evidence: readonly Evidence[];
  /** The expert's repairs, each of which is enough. At least one; the first is the one that demonstrations show. */
  readonly repairs: readonly (readonly ToolCall[])[];
}
