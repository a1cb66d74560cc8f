import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";

/** Episode of a problem, as its conductor acts in it. Answers are texts for the agent; a lost cluster throws. */
export interface ConductedEpisode {
  readonly app: ConductedApp;
  /** True once the episode has ended, by a submission or by a limit. */
  isOver(): boolean;
  /** Runs a command line that begins with `kubectl`. */
  kubectl(command: string): Promise<string>;
  /** Takes back the last command of the agent that wrote. */
  undo(): Promise<string>;
  /** Lists the commands that can be taken back, numbered, the newest first. */
  undoable(): Promise<string>;
  /** Asks one of the telemetry APIs, whose clock is the agent's. */
  ask(request: TelemetryRequest): Promise<TelemetryAnswer>;
  /** Submits a diagnosis in the agent's own words. */
  diagnose(text: string): Promise<void>;
  /** Ends the agent's part; returns when the repair is graded. */
  mitigate(): Promise<void>;
}

/** Answer of a telemetry API; `body` is its parsed JSON, or the text where it is none. */
export interface TelemetryAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Application of a problem, as its agent is told. */
export interface ConductedApp {
  readonly app_name: string;
  readonly namespace: string;
  readonly namespaces: readonly string[];
  readonly descriptions: string;
}
