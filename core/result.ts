/** Outcome of a pure function that may fail: a value or a reason, never an exception. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** Wraps a success. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** Wraps a failure. */
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });
