import type { ConnectionOutcome } from "../../../network/network.ts";
import type { MongoError } from "../../../stores/mongo/server/mongo-client.ts";
import { dialError } from "../go-log.ts";

/** How long the MongoDB driver looks for a server. */
export const MONGO_SELECTION_MS = 30_000;

/** What the driver says when it found no server at an address. */
export const describeMongoFailure = (host: string, port: number, outcome: ConnectionOutcome): string => {
  const why =
    outcome.kind === "connected"
      ? `connection() error occurred during connection handshake: connection(${host}:${port}[-1]) incomplete read of message header: EOF`
      : dialError(outcome);
  return `server selection error: server selection timeout, current topology: { Type: Single, Servers: [{ Addr: ${host}:${port}, Type: Unknown, Last error: ${why} }] }`;
};

/** A refusal of the server as the driver words it. */
export const describeRefusal = ({ codeName, message }: MongoError): string => `(${codeName}) ${message.replace(/\.$/, "")}`;

/** What the driver says when the server refused its credentials. */
export const describeSignInFailure = ({ codeName, message }: MongoError): string =>
  `connection() error occurred during connection handshake: auth error: sasl conversation error: unable to authenticate using mechanism "SCRAM-SHA-256": (${codeName}) ${message}`;
