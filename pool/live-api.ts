import type { Duplex, Readable } from "node:stream";

/** The HTTP API of a real cluster as the agent, for the HTTP endpoint alone: what comes goes through as it is, in real time. */
export interface LiveApi {
  /** Whom the cluster takes the agent for. */
  readonly user: string;
  /** Sends a request on as the agent. @throws DrillError SLOT_LOST when the cluster does not answer, EPISODE_ENDED after `close` */
  send(request: LiveRequest): Promise<LiveAnswer>;
  /** Ends whatever is open and lets nothing through any more. Safe to repeat. */
  close(): void;
}

/** A request as it came over HTTP, without the endpoint's own prefix. */
export interface LiveRequest {
  readonly method: string;
  /** With the query, encoded as it came. */
  readonly target: string;
  /** By lower-case names; whatever says who somebody is counts for nothing. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Uint8Array;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** What goes back, as it comes; headers in pairs, one after the other. */
export type LiveAnswer =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly reason: string;
      readonly headers: readonly string[];
      readonly body: Readable;
    }
  /** The connection leaves HTTP: bytes both ways, as the client and the cluster agreed. */
  | { readonly kind: "upgrade"; readonly headers: readonly string[]; readonly socket: Duplex; readonly head: Uint8Array };
