import type { TaskChoice } from "../episodes/episode-orders.ts";

/** Generates datasets for callers of the server. */
export interface DatasetMaker {
  /** Names that an order may have. */
  readonly formats: readonly string[];
  readonly policies: readonly string[];
  readonly agents: readonly string[];
  /**
   * Plays the episodes of an order and hands on its rows in order; it waits for the one who takes them.
   * @param signal stops at once when it is aborted
   */
  generate(order: DatasetOrder, take: (row: DatasetRow) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** Episodes to play, and the form to write them in. */
export interface DatasetOrder {
  readonly choice: Extract<TaskChoice, { kind: "draw" }>;
  readonly episodes: number;
  readonly policies: readonly string[];
  readonly repeats: number;
  readonly format: string;
  /** Number of episodes to leave out. */
  readonly offset: number;
  readonly profile?: string;
  readonly maxSteps?: number;
  /** Number of rollouts from each state; 0: none. */
  readonly advantages: number;
  readonly reference: string;
}

export interface DatasetRow {
  readonly json: string;
  readonly split: string;
  /** Offset at which to go on after this row; missing: in the middle of a group of episodes. */
  readonly nextOffset?: number;
}

/** The server itself, as a maker reaches it: episodes are played like those of any other client, and wait for slots as they do. */
export interface OwnServer {
  /** Address for a client without TLS, `host:port` or `unix:path`; known once the server listens. */
  address(): string;
  /** Token that allows everything. */
  readonly token: string;
}
