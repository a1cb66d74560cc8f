import type { ConnectionOutcome } from "../../../network/connections/connection.ts";
import type { MongoError } from "../../../stores/mongo/server/mongo-client.ts";
import { dialError } from "./dial-error.ts";

/** Time for which the MongoDB driver looks for a server, in ms. */
export const STORE_SELECTION_MS = 30_000;

/** Error of a driver without a server's address. */
export const NO_HOST = "error parsing uri: must have at least 1 host";

/** Error of a driver that found no server at an address. */
export const describeDocumentFailure = (host: string, port: number, outcome: ConnectionOutcome): string => {
  const why =
    outcome.kind === "connected"
      ? `connection() error occurred during connection handshake: connection(${host}:${port}[-1]) incomplete read of message header: EOF`
      : dialError(outcome);
  return `server selection error: server selection timeout, current topology: { Type: Single, Servers: [{ Addr: ${host}:${port}, Type: Unknown, Last error: ${why} }] }`;
};

/** A refusal of the server as the driver words it. */
export const describeRefusal = ({ codeName, message }: MongoError): string => `(${codeName}) ${message.replace(/\.$/, "")}`;

/** Error of a driver whose credentials the server refused. */
export const describeSignInFailure = ({ codeName, message }: MongoError): string =>
  `connection() error occurred during connection handshake: auth error: sasl conversation error: unable to authenticate using mechanism "SCRAM-SHA-256": (${codeName}) ${message}`;
