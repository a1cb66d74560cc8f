/** Failure of a call, or of the operation that made it. */
export interface Failure {
  /** Error in the words of the library that met it. */
  readonly text: string;
  /** Kind of error, as the status of an HTTP answer follows from it: `refused`, `timed-out`, `internal`. */
  readonly cause: string;
}

/** Failure that a callee answered with: why it failed is its own matter. */
export const answered = (text: string): Failure => ({ text, cause: "internal" });
