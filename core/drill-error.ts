import { ERROR_CODES, type ErrorCode, type ErrorRow } from "./error-codes.ts";

/** One wrong field of a request: its path, and the value that is expected. */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

/** Details of a failure beside its code. All of them may cross the wire, except the cause. */
export interface DrillErrorOptions {
  /** Facts for programs: `next_step_index`, `end_reason`, `incident_id`, …. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly violations?: readonly FieldViolation[];
  /** Delay before a retry makes sense, ms; only for retryable codes. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** A failure as plain data, for borders between threads. */
export interface DrillErrorData extends Omit<DrillErrorOptions, "cause"> {
  readonly code: ErrorCode;
  readonly what: string;
}

/** The one error class: a closed code, a sentence on what happened, and the code's sentence on what to do. The cause never crosses the wire. */
export class DrillError extends Error {
  override readonly name = "DrillError";
  readonly code: ErrorCode;
  /** The sentence on what happened, without the advice. */
  readonly what: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly violations: readonly FieldViolation[];
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, what: string, options: DrillErrorOptions = {}) {
    super(
      `${endSentence(what)} ${ERROR_CODES[code].message}`.toWellFormed(),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.what = what;
    this.metadata = options.metadata ?? {};
    this.violations = options.violations ?? [];
    this.retryAfterMs = options.retryAfterMs;
  }

  /** The row of `ERROR_CODES` for this error's code. */
  get row(): ErrorRow {
    return ERROR_CODES[this.code];
  }

  /** Turns whatever was thrown into a DrillError, once, at the named boundary; a DrillError passes as it is. */
  static from(cause: unknown, options: { readonly boundary: string; readonly fallback: ErrorCode }): DrillError {
    if (cause instanceof DrillError) return cause;
    return new DrillError(options.fallback, `${options.boundary} failed`, { cause, metadata: { boundary: options.boundary } });
  }

  /** Restores an error from its plain data. */
  static fromData(data: DrillErrorData, cause?: unknown): DrillError {
    return new DrillError(data.code, data.what, cause === undefined ? data : { ...data, cause });
  }

  /** Plain data for another thread; without the cause. */
  toData(): DrillErrorData {
    return {
      code: this.code,
      what: this.what,
      metadata: this.metadata,
      violations: this.violations,
      ...(this.retryAfterMs === undefined ? {} : { retryAfterMs: this.retryAfterMs }),
    };
  }
}

const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
