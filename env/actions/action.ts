import type { DiagnosisPair } from "#core/truth.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ActionResult, ToolSpec } from "../host/episode-protocol.ts";

/** What a tool may use: the cluster as the agent's identity sees it, and nothing of the task. */
export interface ActionContext {
  readonly cluster: ClusterPort;
  /** The namespace that commands mean when they name none. */
  readonly namespace: string;
  /** Longest stay in virtual time, for tools that wait. */
  readonly timeoutMs: number;
  /** Limit of the answer in bytes; longer ones are truncated by the Loop. */
  readonly maxBytes: number;
}

/** What a tool answers. */
export interface ActionOutput {
  readonly status: ActionResult["status"];
  readonly content: string;
  readonly errorCode?: string;
  readonly hadEffect: boolean;
  /** Virtual time that the tool itself costs (time that passed while it waited is not in here). */
  readonly costMs: number;
  /** What the agent said, for the grader; at most one of the two. */
  readonly diagnosis?: { readonly pairs?: readonly DiagnosisPair[]; readonly text?: string };
  readonly endsEpisode?: boolean;
}

/** An agent tool: the default export of `env/actions/<name>/action.ts`; the folder is named for the tool. */
export interface ActionTool {
  readonly spec: ToolSpec;
  /** True for a tool whose purpose is to let time pass: only the episode's own time caps it. Missing: the step's time-out does. */
  readonly passesTime?: boolean;
  /** Arguments are parsed JSON, not validated; what is wrong with them is an answer with status INVALID, never an exception. */
  run(context: ActionContext, args: Readonly<Record<string, unknown>>): Promise<ActionOutput>;
}

/** Types a tool. */
export const defineAction = (tool: ActionTool): ActionTool => tool;
