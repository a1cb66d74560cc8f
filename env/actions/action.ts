import type { DiagnosisPair } from "#core/truth.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { FaultType } from "#problems/diagnosis/ontology/fault-type.ts";
import type { ActionResult, ToolSpec } from "../host/episode-protocol.ts";

/** Inputs of a tool: the cluster with the agent's rights, and nothing of the task. */
export interface ActionContext {
  readonly cluster: ClusterPort;
  /** Namespace of commands that name none. */
  readonly namespace: string;
  /** Maximum duration in virtual time, ms, for tools that wait. */
  readonly timeoutMs: number;
  /** Maximum size of the answer, bytes; the Loop truncates longer ones. */
  readonly maxBytes: number;
  /** Books work that the tool does itself, so that it is bounded and others have their turn; missing: nobody bounds it. */
  readonly spendWork?: ((units: number) => Promise<void> | undefined) | undefined;
}

/** Result of a tool. */
export interface ActionOutput {
  readonly status: ActionResult["status"];
  readonly content: string;
  readonly errorCode?: string;
  readonly hadEffect: boolean;
  /** Virtual time that the tool itself costs, ms, without the time that passed while it waited. */
  readonly costMs: number;
  /** Submission of the agent, for the grader; at most one of the two. */
  readonly diagnosis?: { readonly pairs?: readonly DiagnosisPair[]; readonly text?: string };
  readonly endsEpisode?: boolean;
}

/** An agent tool: the default export of `env/actions/<name>/action.ts`; the folder is named for the tool. */
export interface ActionTool {
  readonly spec: ToolSpec;
  /** True for a tool whose purpose is to let time pass: only the episode's own time limits it. Missing: the step's time-out does. */
  readonly passesTime?: boolean;
  /** The tool as it is offered where faults of these types can be named. Missing: it names no types. */
  readonly withFaultTypes?: (types: readonly FaultType[]) => ActionTool;
  /** Runs a call. Arguments are parsed JSON, not validated; wrong ones give a result with status INVALID, never an exception. */
  run(context: ActionContext, args: Readonly<Record<string, unknown>>): Promise<ActionOutput>;
}

/** Types a tool; the default export of its file. */
export const defineAction = (tool: ActionTool): ActionTool => tool;
