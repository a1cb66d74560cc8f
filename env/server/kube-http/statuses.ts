/** An error answer of the endpoint itself, in the words of the API server. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const status = (code: number, reason: string, message: string, details?: object): string =>
  `${JSON.stringify({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, ...(details && { details }), code })}\n`;

/** Answer to an unknown or closed world, or to a wrong token. */
export const UNAUTHORIZED: Refusal = Object.freeze({ status: 401, body: status(401, "Unauthorized", "Unauthorized") });

export const tooLarge = (limit: number): Refusal => ({
  status: 413,
  body: status(413, "RequestEntityTooLarge", `Request entity too large: limit is ${limit}`),
});

export const TOO_MANY: Refusal = Object.freeze({
  status: 429,
  headers: Object.freeze({ "retry-after": "1" }),
  body: status(429, "TooManyRequests", "Too many requests, please try again later.", { retryAfterSeconds: 1 }),
});

export const UNAVAILABLE: Refusal = Object.freeze({
  status: 503,
  headers: Object.freeze({ "retry-after": "1" }),
  body: status(503, "ServiceUnavailable", "apiserver is shutting down"),
});

/** Answer to a WebSocket without an origin. */
export const NO_ORIGIN: Refusal = Object.freeze({ status: 403, body: "" });

/** Answer to a WebSocket handshake that fails. */
export const BAD_HANDSHAKE: Refusal = Object.freeze({ status: 400, body: "" });

/** Answer to a request for a stream without a protocol for it. */
export const UPGRADE_REQUIRED: Refusal = Object.freeze({
  status: 400,
  body: status(400, "BadRequest", "Upgrade request required"),
});
