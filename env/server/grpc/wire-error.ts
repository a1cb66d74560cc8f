import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { DrillError } from "#core/drill-error.ts";
import type { Status } from "#proto/gen/google/rpc/Status.ts";
import { toDuration, type Wire } from "./load-proto.ts";

/** Converts failures for gRPC: status code, message, and google.rpc details. */
export interface WireErrors {
  /** Converts the failure of a whole call. */
  toServiceError(error: DrillError): ServiceError;
  /** Converts the failure of an item of a batch or a frame of a session. */
  toStatus(error: DrillError): Status;
}

/** Creates the converter. */
export const createWireErrors = ({ encode }: Wire): WireErrors => {
  const pack = (name: string, message: object) => ({ type_url: `type.googleapis.com/${name}`, value: encode(name, message) });
  const toStatus = (error: DrillError): Status => ({
    code: status[error.row.grpc],
    message: error.message,
    details: renderDetails(error).map(([name, message]) => pack(name, message)),
  });
  return {
    toStatus,
    toServiceError: (error) => {
      const metadata = new Metadata();
      metadata.set("grpc-status-details-bin", encode("google.rpc.Status", toStatus(error)));
      return Object.assign(new Error(error.message), { code: status[error.row.grpc], details: error.message, metadata });
    },
  };
};

type Detail = readonly [name: string, message: object];

const renderDetails = ({ code, metadata, row, retryAfterMs, violations }: DrillError): readonly Detail[] => [
  ["google.rpc.ErrorInfo", { reason: code, domain: "kubedrill", metadata }],
  ...(row.retryable ? [["google.rpc.RetryInfo", { retryDelay: toDuration(retryAfterMs ?? RETRY_DEFAULT_MS) }] as const] : []),
  ...(row.grpc === "INVALID_ARGUMENT" ? [["google.rpc.BadRequest", { fieldViolations: violations }] as const] : []),
  ...(row.grpc === "RESOURCE_EXHAUSTED"
    ? [["google.rpc.QuotaFailure", { violations: [{ subject: code, description: row.message }] }] as const]
    : []),
];

const RETRY_DEFAULT_MS = 100;
