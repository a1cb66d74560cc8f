import type { CallWords } from "./language.ts";
import { describeSocketFailure, type SocketTexts } from "./socket-error.ts";

/** Words of one language's HTTP client. */
interface HttpClient extends SocketTexts {
  readonly deadline: string;
  /** The connection ended, or the answer was none. */
  readonly cutOff: string;
  /** The server answered with an error. */
  readonly answered: (text: string) => string;
  /** The client has no address. */
  readonly noAddress: string;
  /** An error as a handler passes it up. */
  readonly passUp?: (text: string) => string;
}

/** Creates the errors of calls from the words of an HTTP client. */
export const httpWords = (client: HttpClient): CallWords => ({
  deadline: client.deadline,
  cutOff: client.cutOff,
  wrongProtocol: client.cutOff,
  noAddresses: () => client.noAddress,
  dialFailed: (outcome, target) => describeSocketFailure(client)(outcome, target).message,
  dialTimeoutMs: client.timeoutMs,
  unknownService: () => client.answered("404 page not found"),
  unknownMethod: () => client.answered("404 page not found"),
  receive: client.answered,
  passUp: client.passUp ?? ((text) => text),
});
