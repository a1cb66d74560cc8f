import type { Duplex, Readable } from "node:stream";

/** HTTP API of a real cluster with the agent's rights, for the HTTP endpoint alone: requests are forwarded in real time. */
export interface LiveApi {
  /** User name of the agent in the cluster. */
  readonly user: string;
  /** Forwards a request as the agent. @throws DrillError SLOT_LOST if the cluster does not answer, EPISODE_ENDED after `close` */
  send(request: LiveRequest): Promise<LiveAnswer>;
  /** Closes all connections and rejects new requests. Safe to repeat. */
  close(): void;
}

/** A request as received over HTTP, without the endpoint's own prefix. */
export interface LiveRequest {
  readonly method: string;
  /** Path with the query, encoded as received. */
  readonly target: string;
  /** Headers by lower-case name; credentials in them are ignored. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Uint8Array;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** A forwarded answer; headers are names and values, one after the other. */
export type LiveAnswer =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly reason: string;
      readonly headers: readonly string[];
      readonly body: Readable;
    }
  /** An upgraded connection: bytes both ways, in the protocol that the client and the cluster agreed on. */
  | { readonly kind: "upgrade"; readonly headers: readonly string[]; readonly socket: Duplex; readonly head: Uint8Array };
