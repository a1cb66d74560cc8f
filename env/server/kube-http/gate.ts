import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The way through the door to one cluster. */
export interface Gate {
  /** Answers a request. */
  serve(exchange: Exchange): Promise<void>;
  /** Answers a request that asks for another protocol on its connection. */
  upgrade(upgrade: Upgrade): void;
  /** Streams that are open. */
  streams(): number;
  /** Ends everything that is open. */
  close(): void;
}

/** Where a request goes, without the door's own prefix. */
interface Passage {
  readonly request: IncomingMessage;
  readonly target: { readonly path: string; readonly query: string };
  /** False: no credentials were shown. */
  readonly isKnown: boolean;
}

/** One request with where its answer goes. */
export interface Exchange extends Passage {
  readonly response: ServerResponse;
}

/** A request that asks for another protocol on its connection. */
export interface Upgrade extends Passage {
  readonly socket: Duplex;
  readonly head: Buffer;
}
