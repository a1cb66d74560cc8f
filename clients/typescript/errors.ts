/** A call that the server refused or could not finish. */
export class KubedrillError extends Error {
  /** gRPC status name, for example `FAILED_PRECONDITION`. */
  readonly code: string;
  /** Error code of kubedrill, for example `STEP_INDEX_GAP`; empty when the server was not reached. */
  readonly reason: string;
  /** True if the same call with the same ids may succeed later. */
  readonly retryable: boolean;
  /** Delay that the server asks for before a retry, ms; undefined when it gave none. */
  readonly retryDelayMs: number | undefined;
  /** Details by name, for example `next_step_index`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Wrong fields of the request, each with a description, for INVALID_ARGUMENT. */
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

/** Details of a failure. */
export interface ErrorFacts {
  readonly code: string;
  readonly reason?: string;
  readonly retryDelayMs?: number | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly fieldViolations?: readonly { readonly field: string; readonly description: string }[];
}

/** gRPC codes after which the same call is worth repeating. */
export const RETRYABLE_CODES: ReadonlySet<string> = new Set(["UNAVAILABLE", "RESOURCE_EXHAUSTED"]);

/** Returns an item of a batch, and throws it if it is an error. */
export const unwrap = <T>(item: T | KubedrillError): T => {
  if (item instanceof KubedrillError) throw item;
  return item;
};
