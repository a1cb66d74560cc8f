import type { CallWords, Target, Unconnected } from "../language.ts";
import { type Status, statusOf } from "./status.ts";

/** Words of one language's gRPC library. */
interface GrpcLibrary {
  /** An error as its client throws it. */
  readonly write: (status: Status) => string;
  /** Detail of a connection that failed. */
  readonly dialDetail: (outcome: Unconnected, target: Target) => string;
  /** Detail of a connection that ended, or of an answer that is no gRPC. */
  readonly dropped: string;
  readonly deadline: string;
  /** Detail of a call without an address. */
  readonly noTarget: string;
}

/** Creates the errors of calls from the words of a gRPC library. */
export const grpcWords = ({ write, dialDetail, dropped, deadline, noTarget }: GrpcLibrary): CallWords => ({
  deadline: write({ code: "DEADLINE_EXCEEDED", detail: deadline }),
  cutOff: write({ code: "UNAVAILABLE", detail: dropped }),
  wrongProtocol: write({ code: "UNAVAILABLE", detail: dropped }),
  noAddresses: () => write({ code: "UNAVAILABLE", detail: noTarget }),
  dialFailed: (outcome, target) => write({ code: "UNAVAILABLE", detail: dialDetail(outcome, target) }),
  dialTimeoutMs: DIAL_TIMEOUT_MS,
  unknownService: (service) => write({ code: "UNIMPLEMENTED", detail: `unknown service ${service}` }),
  unknownMethod: (name) => write({ code: "UNIMPLEMENTED", detail: `unknown method ${name}` }),
  receive: (text) => write(statusOf(text)),
  passUp: (text) => text,
});

/** Time after which gRPC gives up dialling an address, ms. */
const DIAL_TIMEOUT_MS = 20_000;
