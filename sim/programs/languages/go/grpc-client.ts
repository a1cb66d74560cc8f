import type { ConnectionOutcome } from "../../../network/connections/connection.ts";
import { inCamelCase, statusOf } from "../grpc/status.ts";
import { dialError } from "./dial-error.ts";

/** Error of a call that took longer than its deadline. */
export const DEADLINE = "rpc error: code = DeadlineExceeded desc = context deadline exceeded";

/** Error of a call whose server closed the connection. */
export const CUT_OFF = "rpc error: code = Unavailable desc = error reading from server: EOF";

/** Error of a server that does not speak gRPC. */
export const NOT_GRPC = 'rpc error: code = Unavailable desc = connection error: desc = "error reading server preface: EOF"';

/** Error of a call of a service of which the registry knows no instance. */
export const noAddresses = (service: string): string => `rpc error: code = Unavailable desc = no addresses available for ${service}`;

/** No connection came about. */
export const dialFailed = (outcome: Exclude<ConnectionOutcome, { kind: "connected" }>): string =>
  `rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: ${dialError(outcome)}"`;

/** Another program answers where the service was expected. */
export const unknownService = (service: string): string =>
  `rpc error: code = Unimplemented desc = unknown service ${service}.${service[0]?.toUpperCase()}${service.slice(1)}`;

/** Error of an unknown method. */
export const unknownMethod = (name: string): string => `rpc error: code = Unimplemented desc = unknown method ${name}`;

/** A status with which a server in any language ended the call. */
export const receive = (text: string): string => {
  const { code, detail } = statusOf(text);
  return text.startsWith("rpc error") ? text : `rpc error: code = ${inCamelCase(code)} desc = ${detail}`;
};

/** An error as a handler passes it up that returns whatever its callee gave it. */
export const passUp = (text: string): string => (text.startsWith("rpc error") ? text : `rpc error: code = Unknown desc = ${text}`);

/** Time after which gRPC gives up dialling an address, ms. */
export const DIAL_TIMEOUT_MS = 20_000;
