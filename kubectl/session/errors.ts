import { goQuote } from "#core/go-quote.ts";
import type { ApiResponse } from "#kube/ports/cluster-port.ts";
import type { Status } from "#kube/types/meta.ts";

/** Error that ends a command with a text on stderr, after `error: ` unless the text is complete. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly exitCode: number;
  /** True: the text is printed unchanged. */
  readonly isComplete: boolean;
  /** Output on stdout before the error. */
  readonly stdout: string;

  constructor(message: string, options: { readonly exitCode?: number; readonly complete?: boolean; readonly stdout?: string } = {}) {
    super(message);
    this.exitCode = options.exitCode ?? 1;
    this.isComplete = options.complete ?? false;
    this.stdout = options.stdout ?? "";
  }
}

/** An error answer of the API server. */
export class StatusFailure extends Error {
  override readonly name = "StatusFailure";
  readonly status: Status;

  constructor(status: Status) {
    super(status.message ?? "");
    this.status = status;
  }
}

/** Several failures of one command, printed one per line. */
export class FailureList extends Error {
  override readonly name = "FailureList";
  readonly failures: readonly Error[];

  constructor(failures: readonly Error[]) {
    super(failures.map(messageOf).join("\n"));
    this.failures = failures;
  }
}

/** Combines failures into one: alone they are printed line by line, beside others as a list in brackets. */
export const asOne = (failures: readonly Error[]): readonly Error[] => (failures.length > 1 ? [new FailureList(failures)] : failures);

/** Creates the failure of an error answer. */
export const statusFailure = (response: ApiResponse): StatusFailure => new StatusFailure(statusOf(response));

const statusOf = ({ status: code, body }: ApiResponse): Status => {
  if (typeof body === "object" && body !== null && (body as { kind?: unknown }).kind === "Status") return body as Status;
  const said = typeof body === "string" ? body.trim() : "";
  const [reason, message] = BARE_ANSWERS[code] ?? bareFailure(code, said);
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message: message ?? said, ...(reason && { reason }), code };
};

/** Errors of the client for answers without a Status, by HTTP status; without a message the body is shown. */
const BARE_ANSWERS: Readonly<Record<number, readonly [reason: string, message?: string]>> = {
  400: ["BadRequest", "the server rejected our request for an unknown reason"],
  401: ["Unauthorized", "the server has asked for the client to provide credentials"],
  403: ["Forbidden"],
  404: ["NotFound", "the server could not find the requested resource"],
  405: ["MethodNotAllowed", "the server does not allow this method on the requested resource"],
  406: ["NotAcceptable"],
  409: ["Conflict", "the server reported a conflict"],
  415: ["UnsupportedMediaType"],
  422: ["Invalid", "the server rejected our request due to an error in our request"],
  429: ["TooManyRequests", "the server has received too many requests and has asked us to try again later"],
  503: ["ServiceUnavailable", "the server is currently unable to handle the request"],
  504: ["Timeout", "the server was unable to return a response in the time allotted, but may still be processing the request"],
};

const bareFailure = (code: number, said: string): readonly [reason: string, message: string] =>
  code >= 500
    ? ["InternalError", `an error on the server (${goQuote(said || "unknown")}) has prevented the request from succeeding`]
    : ["", `the server responded with the status code ${code} but did not return more information`];

/** Adds `error when creating "STDIN": ` and the like before a failure's message. */
export const withSource = (failure: unknown, operation: string, source: string): unknown => {
  if (!(failure instanceof StatusFailure)) return failure;
  return new StatusFailure({ ...failure.status, message: `error when ${operation} "${source}": ${failure.status.message ?? ""}` });
};

/** True for a 404 of the API server. */
export const isNotFound = (failure: unknown): failure is StatusFailure =>
  failure instanceof StatusFailure && failure.status.reason === "NotFound";

/** Renders failures with one line each, as kubectl does for several. */
export const messageOf = (failure: Error): string => {
  if (failure instanceof FailureList) return listed([...new Set(failure.failures.map(({ message }) => message))]);
  if (!(failure instanceof StatusFailure)) return failure.message;
  const { reason, message } = failure.status;
  if (reason === "Unauthorized") return `error: You must be logged in to the server (${message ?? ""})`;
  return reason === undefined || reason === "" ? `Error from server: ${message ?? ""}` : `Error from server (${reason}): ${message ?? ""}`;
};

/** Text on stderr before kubectl exits, with the final line break. */
export const exitText = (failure: Error): string => {
  const text = unendedText(failure);
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
};

const unendedText = (failure: Error): string => {
  const only = failure instanceof FailureList && failure.failures.length === 1 ? (failure.failures[0] as Error) : failure;
  if (only instanceof FailureList) return only.failures.map((failure) => `${messageOf(failure)}\n`).join("");
  if (only instanceof StatusFailure) return only.status.reason === "Invalid" ? invalidText(only.status) : messageOf(only);
  if (only instanceof CommandFailure && only.isComplete) return only.message;
  return only.message.startsWith("error: ") ? only.message : `error: ${only.message}`;
};

const invalidText = ({ details, message }: Status): string => {
  if (details === undefined) return message ? `The request is invalid: ${message}` : "The request is invalid";
  const causes = [...new Set((details.causes ?? []).map((cause) => `${cause.field ?? ""}: ${cause.message ?? ""}`))];
  let text = "The request is invalid";
  if (details.kind || details.name) text = `The ${details.kind ?? ""} ${JSON.stringify(details.name ?? "")} is invalid`;
  else if (message && causes.length === 0) text += `: ${message}`;
  if (causes.length === 0) return text;
  // A single cause ends its line, whatever it ends with itself.
  return causes.length === 1 ? `${text}: ${causes[0]}\n` : `${text}: \n${causes.map((cause) => `* ${cause}`).join("\n")}`;
};

/** Throws the collected failures, if there are any. */
export const throwAll = (failures: readonly Error[]): void => {
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new FailureList(failures);
};

const listed = (messages: readonly string[]): string => (messages.length === 1 ? `${messages[0]}` : `[${messages.join(", ")}]`);
