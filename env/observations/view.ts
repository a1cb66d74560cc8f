import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { ActionResult } from "../host/episode-protocol.ts";

/** What a server says of a view. Plain data. */
export interface ViewSpec {
  readonly name: string;
  readonly mediaType: "text/plain" | "application/json";
  /** JSON Schema of the body; missing: free text. */
  readonly schemaJson?: string;
  /** Same build, seed and actions give the same bytes. */
  readonly deterministic: boolean;
  /** May be shown to a policy. */
  readonly agentVisible: boolean;
  /** What clients hand out when the episode was lost. */
  readonly defaultJson?: string;
}

/** What a view may show: the cluster as the agent sees it, and the episode's course. Nothing of the task's truth. */
export interface ViewContext {
  readonly view: ClusterView;
  readonly namespace: string;
  readonly instruction: string;
  /** Results of the last step's actions. */
  readonly results: readonly ActionResult[];
  readonly stepIndex: number;
  readonly stepsLeft: number;
  /** Since the episode's start. */
  readonly virtualMs: number;
  readonly virtualMsLeft: number;
  /** Bytes that the Loop will keep of the answer. */
  readonly maxBytes: number;
  /** Parameters of the request; a view ignores what it does not know. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** A view: the default export of `env/observations/<name>/view.ts`; the folder is named for the view. */
export interface ViewRenderer {
  readonly spec: ViewSpec;
  /** Renders at an instant, draws nothing. */
  render(context: ViewContext): Promise<string>;
}

/** Types a view. */
export const defineView = (view: ViewRenderer): ViewRenderer => view;
