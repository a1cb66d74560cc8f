import type { BadRequest__Output } from "#proto/gen/google/rpc/BadRequest.ts";
import type { ErrorInfo__Output } from "#proto/gen/google/rpc/ErrorInfo.ts";
import type { RetryInfo__Output } from "#proto/gen/google/rpc/RetryInfo.ts";
import type { Status__Output } from "#proto/gen/google/rpc/Status.ts";
import { fromDuration } from "./durations.ts";
import { KubedrillError } from "./errors.ts";
import { loadProto } from "./load-proto.ts";

/** Names of gRPC status codes by number. */
const CODES = [
  ...["OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED"],
  ...["RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"],
  "UNAUTHENTICATED",
];

/** Creates an error from the parts of a failed call: code, message and the bytes of `grpc-status-details-bin`, if any. */
export const errorFromCall = (code: number, message: string, details: Uint8Array | undefined): KubedrillError =>
  errorFromStatus({
    ...(details !== undefined && loadProto().decode<Status__Output>("google.rpc.Status", details)),
    code: code === CANCELLED && message === RESET ? UNAVAILABLE : code,
    message,
  });

const [CANCELLED, UNAVAILABLE] = [1, 14];
/** Words of grpc-js for a call whose stream a stopping server reset; it has others for one that was cancelled here. */
const RESET = "Call cancelled";

/** Creates an error from the status of one item of a batch, or of a frame. */
export const errorFromStatus = (status: Status__Output): KubedrillError => {
  const info = findDetail<ErrorInfo__Output>(status, "google.rpc.ErrorInfo");
  const violations = findDetail<BadRequest__Output>(status, "google.rpc.BadRequest")?.fieldViolations ?? [];
  return new KubedrillError(status.message ?? "", {
    code: CODES[status.code ?? 2] ?? "UNKNOWN",
    reason: info?.reason ?? "",
    retryDelayMs: fromDuration(findDetail<RetryInfo__Output>(status, "google.rpc.RetryInfo")?.retryDelay),
    metadata: info?.metadata ?? {},
    fieldViolations: violations.map(({ field = "", description = "" }) => ({ field, description })),
  });
};

const findDetail = <T>(status: Status__Output, type: string): T | undefined => {
  const found = status.details?.find((detail) => detail.type_url?.endsWith(`/${type}`));
  return found?.value === undefined ? undefined : loadProto().decode<T>(type, found.value);
};
