/** Names of gRPC status codes, as data: core knows no gRPC. */
export type GrpcStatus =
  | "INVALID_ARGUMENT"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "FAILED_PRECONDITION"
  | "ABORTED"
  | "RESOURCE_EXHAUSTED"
  | "UNAVAILABLE"
  | "DEADLINE_EXCEEDED"
  | "DATA_LOSS"
  | "UNAUTHENTICATED"
  | "PERMISSION_DENIED"
  | "UNIMPLEMENTED"
  | "INTERNAL";

/** The fixed facts about one error code. */
export interface ErrorRow {
  readonly grpc: GrpcStatus;
  /** True if the same call may succeed when it is sent again later. */
  readonly retryable: boolean;
  readonly blame: "client" | "operator" | "infrastructure";
  /** Advice to the caller, as a sentence; it follows the sentence that says what happened. */
  readonly message: string;
}

/** All error codes. Closed: no other code crosses the wire. */
export const ERROR_CODES = {
  FIELD_INVALID: { grpc: "INVALID_ARGUMENT", retryable: false, blame: "client", message: "Correct the named fields." },
  STEP_INDEX_MISSING: {
    grpc: "INVALID_ARGUMENT",
    retryable: false,
    blame: "client",
    message: "Send step_index: the number of steps done before this one.",
  },
  UNKNOWN_VIEW: { grpc: "INVALID_ARGUMENT", retryable: false, blame: "client", message: "Ask for views that GetServerInfo lists." },
  UNKNOWN_PROFILE: { grpc: "INVALID_ARGUMENT", retryable: false, blame: "client", message: "Name a profile that GetServerInfo lists." },
  BATCH_TOO_LARGE: { grpc: "INVALID_ARGUMENT", retryable: false, blame: "client", message: "Split the batch, or ask for smaller views." },
  EPISODE_UNKNOWN: {
    grpc: "NOT_FOUND",
    retryable: false,
    blame: "client",
    message: "Reset first; an id belongs to the server that answered its Reset.",
  },
  TASK_UNKNOWN: {
    grpc: "NOT_FOUND",
    retryable: false,
    blame: "client",
    message: "Take a task from ListTasks or SampleTasks, or widen the filter.",
  },
  TRAJECTORY_UNKNOWN: { grpc: "NOT_FOUND", retryable: false, blame: "client", message: "Name an episode that this server still knows." },
  EPISODE_ID_CONFLICT: { grpc: "ALREADY_EXISTS", retryable: false, blame: "client", message: "Mint a new episode_id for another episode." },
  EPISODE_ENDED: {
    grpc: "FAILED_PRECONDITION",
    retryable: false,
    blame: "client",
    message: "Read its score with Reward, then Close it and Reset a new one.",
  },
  EPISODE_ID_SPENT: {
    grpc: "FAILED_PRECONDITION",
    retryable: false,
    blame: "client",
    message: "Mint a new episode_id; a closed one cannot start again.",
  },
  STEP_INDEX_GAP: { grpc: "FAILED_PRECONDITION", retryable: false, blame: "client", message: "Send the step that next_step_index names." },
  GROUP_MISMATCH: {
    grpc: "FAILED_PRECONDITION",
    retryable: false,
    blame: "client",
    message: "Give all members of a group one task and one seed, or use another group_id.",
  },
  TASK_DIGEST_MISMATCH: {
    grpc: "FAILED_PRECONDITION",
    retryable: false,
    blame: "client",
    message: "The task changed since that digest; list it again, or drop the digest.",
  },
  BACKEND_CANNOT: {
    grpc: "FAILED_PRECONDITION",
    retryable: false,
    blame: "client",
    message: "Choose a backend that the task lists, or leave the choice to the server.",
  },
  STEP_BODY_CONFLICT: {
    grpc: "ABORTED",
    retryable: false,
    blame: "client",
    message: "Another step with this index was taken first, as by an agent over MCP; call observe(), which goes on from next_step_index.",
  },
  STEP_INDEX_STALE: {
    grpc: "ABORTED",
    retryable: false,
    blame: "client",
    message: "That step is over; call observe(), which goes on from next_step_index.",
  },
  GROUP_NOT_EQUAL: {
    grpc: "ABORTED",
    retryable: false,
    blame: "infrastructure",
    message: "The members of the group did not start equal; drop the group and report it.",
  },
  POOL_FULL: {
    grpc: "RESOURCE_EXHAUSTED",
    retryable: true,
    blame: "operator",
    message: "Close episodes that you do not need (an ended one holds no slot), let Reset wait in the queue, or serve more slots.",
  },
  QUEUE_FULL: {
    grpc: "RESOURCE_EXHAUSTED",
    retryable: true,
    blame: "operator",
    message: "Wait retry_delay, with jitter, and send the same call again.",
  },
  CLIENT_QUOTA: { grpc: "RESOURCE_EXHAUSTED", retryable: true, blame: "client", message: "Wait for replies before sending more." },
  SESSION_WINDOW_FULL: {
    grpc: "RESOURCE_EXHAUSTED",
    retryable: true,
    blame: "client",
    message: "Keep fewer frames in flight than the window of the session.",
  },
  DRAINING: {
    grpc: "UNAVAILABLE",
    retryable: true,
    blame: "operator",
    message: "The server is stopping; send the same call again, here after its restart or to another server.",
  },
  BACKEND_DOWN: { grpc: "UNAVAILABLE", retryable: true, blame: "infrastructure", message: "Send the same call again after retry_delay." },
  INJECTION_FAILED: {
    grpc: "UNAVAILABLE",
    retryable: true,
    blame: "infrastructure",
    message: "The fault did not take; the id is unspent, send the same call again.",
  },
  QUEUE_TIMEOUT: {
    grpc: "DEADLINE_EXCEEDED",
    retryable: true,
    blame: "operator",
    message: "No slot became free in time; send the same call again with more patience.",
  },
  STEP_DEADLINE: {
    grpc: "DEADLINE_EXCEEDED",
    retryable: true,
    blame: "client",
    message: "The step goes on; send the same call again to collect its reply.",
  },
  SLOT_LOST: {
    grpc: "DATA_LOSS",
    retryable: false,
    blame: "infrastructure",
    message: "The world is gone; drop the sample and Reset a new episode.",
  },
  TOKEN_MISSING: {
    grpc: "UNAUTHENTICATED",
    retryable: false,
    blame: "operator",
    message: "Send a bearer token in the authorization metadata.",
  },
  TOKEN_EXPIRED: { grpc: "UNAUTHENTICATED", retryable: false, blame: "operator", message: "Fetch a new token." },
  SCOPE_MISSING: { grpc: "PERMISSION_DENIED", retryable: false, blame: "operator", message: "Ask the operator for the scope." },
  CLOSE_TOKEN_WRONG: {
    grpc: "PERMISSION_DENIED",
    retryable: false,
    blame: "client",
    message: "Send the close_token that was given to Reset.",
  },
  CAPABILITY_MISSING: {
    grpc: "UNIMPLEMENTED",
    retryable: false,
    blame: "client",
    message: "Do without: GetServerInfo lists the capabilities of this server.",
  },
  BUG: {
    grpc: "INTERNAL",
    retryable: false,
    blame: "infrastructure",
    message: "Report the incident id; the cause is in the server's log. Drop the sample.",
  },
} as const satisfies Record<string, ErrorRow>;

/** An error code. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** True for a text that is an error code. */
export const isErrorCode = (text: unknown): text is ErrorCode => typeof text === "string" && Object.hasOwn(ERROR_CODES, text);
