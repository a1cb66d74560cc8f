/** A call that the server refused or could not finish. */
export class KubedrillError extends Error {
  /** gRPC status name, for example `FAILED_PRECONDITION`. */
  readonly code: string;
  /** Closed reason, for example `STEP_INDEX_GAP`; empty when the server was not reached. */
  readonly reason: string;
  /** The same call with the same ids may succeed later. */
  readonly retryable: boolean;
  /** What the server asks to wait before that; undefined when it did not say. */
  readonly retryDelayMs: number | undefined;
  /** Details by name, for example `next_step_index`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** What is wrong with which field, for INVALID_ARGUMENT. */
  readonly fieldViolations: readonly { readonly field: string; readonly description: string }[];

  constructor(message: string, facts: ErrorFacts) {
    super(`${facts.reason || facts.code}: ${message}`);
    this.name = "KubedrillError";
    this.code = facts.code;
    this.reason = facts.reason ?? "";
    this.retryable = RETRYABLE_CODES.has(facts.code);
    this.retryDelayMs = facts.retryDelayMs;
    this.metadata = facts.metadata ?? {};
    this.fieldViolations = facts.fieldViolations ?? [];
  }
}

/** What is known of a failure. */
export interface ErrorFacts {
  readonly code: string;
  readonly reason?: string;
  readonly retryDelayMs?: number | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly fieldViolations?: readonly { readonly field: string; readonly description: string }[];
}

/** Codes after which the same call is worth repeating. */
export const RETRYABLE_CODES: ReadonlySet<string> = new Set(["UNAVAILABLE", "RESOURCE_EXHAUSTED"]);

/** Returns a failed item of a batch as it is, and throws it for a caller who wants values alone. */
export const unwrap = <T>(item: T | KubedrillError): T => {
  if (item instanceof KubedrillError) throw item;
  return item;
};
