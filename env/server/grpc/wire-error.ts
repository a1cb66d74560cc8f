import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { cutText } from "#core/cut-text.ts";
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
    message: messageOf(error),
    details: renderDetails(error).map(([name, message]) => pack(name, message)),
  });
  return {
    toStatus,
    toServiceError: (error) => {
      const metadata = new Metadata();
      metadata.set("grpc-status-details-bin", encode("google.rpc.Status", toStatus(error)));
      return Object.assign(new Error(error.message), { code: status[error.row.grpc], details: messageOf(error), metadata });
    },
  };
};

/** The message; of a long one the beginning and the advice, since headers that are too large end a client's whole connection. */
const messageOf = ({ message, what, row }: DrillError): string =>
  message.length <= MESSAGE_MAX ? message : `${cutText(what, WHAT_MAX)}… ${row.message}`;

const MESSAGE_MAX = 600;
const WHAT_MAX = 400;

/** Cuts long values, and leaves out all after so many units. */
const bounded = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  let left = DETAILS_MAX;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const pair = [cutText(name, VALUE_MAX), cutText(value, VALUE_MAX)] as const;
      left -= pair[0].length + pair[1].length;
      return left < 0 ? [] : [pair];
    }),
  );
};

const boundedViolations = (violations: DrillError["violations"]): DrillError["violations"] => {
  let left = DETAILS_MAX;
  return violations
    .map(({ field, description }) => ({ field: cutText(field, VALUE_MAX), description: cutText(description, VALUE_MAX) }))
    .filter(({ field, description }) => {
      left -= field.length + description.length;
      return left >= 0;
    });
};

const VALUE_MAX = 300;
const DETAILS_MAX = 1_200;

type Detail = readonly [name: string, message: object];

const renderDetails = ({ code, metadata, row, retryAfterMs, violations }: DrillError): readonly Detail[] => [
  ["google.rpc.ErrorInfo", { reason: code, domain: "kubedrill", metadata: bounded(metadata) }],
  ...(row.retryable ? [["google.rpc.RetryInfo", { retryDelay: toDuration(retryAfterMs ?? RETRY_DEFAULT_MS) }] as const] : []),
  ...(row.grpc === "INVALID_ARGUMENT" ? [["google.rpc.BadRequest", { fieldViolations: boundedViolations(violations) }] as const] : []),
  ...(row.grpc === "RESOURCE_EXHAUSTED"
    ? [["google.rpc.QuotaFailure", { violations: [{ subject: code, description: row.message }] }] as const]
    : []),
];

const RETRY_DEFAULT_MS = 100;
