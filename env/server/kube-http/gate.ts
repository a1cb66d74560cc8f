import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Access to one cluster through the endpoint. */
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

/** Target of a request, without the prefix of the endpoint. */
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
