import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Alert } from "../actions/alerts-of.ts";
import type { ActionResult } from "../host/episode-protocol.ts";

/** Description of a view: plain data. */
export interface ViewSpec {
  readonly name: string;
  readonly mediaType: "text/plain" | "application/json";
  /** JSON Schema of the body; missing: free text. */
  readonly schemaJson?: string;
  /** True: equal build, seed and actions give equal bytes. */
  readonly deterministic: boolean;
  /** True: may be shown to a policy. */
  readonly agentVisible: boolean;
  /** Body that clients return for a lost episode. */
  readonly defaultJson?: string;
  /** Names of its parameters, which are whole numbers from 1; missing: it has none. */
  readonly params?: readonly string[];
}

/** Inputs of a view: the cluster with the agent's rights, and the course of the episode. Nothing of the task's truth. */
export interface ViewContext {
  readonly view: ClusterView;
  readonly namespace: string;
  readonly instruction: string;
  /** Counts the users' requests in a span of the world's time, and those that failed, which agents are not told. */
  traffic(fromMs: number, toMs: number): Promise<{ readonly requests: number; readonly errors: number }>;
  /** Results of the last step's actions. */
  readonly results: readonly ActionResult[];
  /** Alerts that fired at the last observation; undefined at the first. */
  readonly firingBefore: readonly Alert[] | undefined;
  readonly stepIndex: number;
  readonly stepsLeft: number;
  /** Virtual time since the episode's start, ms. */
  readonly virtualMs: number;
  readonly virtualMsLeft: number;
  /** Maximum size of the view, bytes; the Loop truncates longer ones. */
  readonly maxBytes: number;
  /** Parameters of the request; a server refuses those that the view does not have. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** A view: the default export of `env/observations/<name>/view.ts`; the folder is named for the view. */
export interface ViewRenderer {
  readonly spec: ViewSpec;
  /** Renders the view at this instant; draws nothing. */
  render(context: ViewContext): Promise<string>;
}

/** Types a view; the default export of its file. */
export const defineView = (view: ViewRenderer): ViewRenderer => view;
