/**
 * Throws if a condition that this code guarantees does not hold; only the boundary that ends the episode as ENV_ERROR
 * catches it.
 *
 * @throws InvariantViolation when `condition` is falsy
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}

/** A programming error: a state that the code excludes. */
export class InvariantViolation extends Error {
  override readonly name = "InvariantViolation";
}
