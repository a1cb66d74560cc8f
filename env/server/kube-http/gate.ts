import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";
import type { TelemetryText } from "../../host/kube-streams/ask-telemetry.ts";

/** Access to one cluster through the endpoint. */
export interface Gate {
  /** Answers a request. */
  serve(exchange: Exchange): Promise<void>;
  /** Answers a request to upgrade its connection. */
  upgrade(upgrade: Upgrade): void;
  /** Answers a request to one of the telemetry APIs. @throws DrillError EPISODE_ENDED, … */
  query(request: TelemetryRequest): Promise<TelemetryText>;
  /** Number of open streams. */
  streams(): number;
  /** Closes everything that is open. */
  close(): void;
}

/** Target of a request, without the prefix of the endpoint. */
interface Passage {
  readonly request: IncomingMessage;
  readonly target: { readonly path: string; readonly query: string };
  /** False: the client showed no credentials. */
  readonly isKnown: boolean;
}

/** One request with its response. */
export interface Exchange extends Passage {
  readonly response: ServerResponse;
}

/** A request to upgrade its connection. */
export interface Upgrade extends Passage {
  readonly socket: Duplex;
  readonly head: Buffer;
}
