import type { Status } from "../types/meta.ts";
import type { ApiResponse } from "./cluster-port.ts";

/** An error answer of the API server, as an exception for callers who did not expect it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status code. */
  readonly code: number;
  /** `NotFound`, `Conflict`, `Invalid`, …; empty if the server gave none. */
  readonly reason: string;
  /** The body, if it was a Status. */
  readonly status: Status | undefined;

  constructor(response: ApiResponse, operation: string) {
    const status = isStatus(response.body) ? response.body : undefined;
    super(`${operation}: ${status?.message ?? `HTTP ${response.status}`}`);
    this.code = response.status;
    this.reason = status?.reason ?? "";
    this.status = status;
  }
}

/** True for a Status object, the body of errors and of some successes. */
export const isStatus = (body: unknown): body is Status =>
  typeof body === "object" &&
  body !== null &&
  (body as { kind?: unknown }).kind === "Status" &&
  (body as { apiVersion?: unknown }).apiVersion === "v1";

/**
 * Returns the body of a 2xx answer.
 *
 * @throws ApiError for any other
 */
export const bodyOf = <T>(response: ApiResponse, operation: string): T => {
  if (response.status < 200 || response.status > 299) throw new ApiError(response, operation);
  return response.body as T;
};
