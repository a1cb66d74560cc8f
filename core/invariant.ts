/**
 * Throws when our own logic is broken; nobody catches it but the boundary that ends the episode as ENV_ERROR.
 *
 * @throws InvariantViolation when `condition` is falsy
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}

/** A programmer error: a state that the code says cannot be. */
export class InvariantViolation extends Error {
  override readonly name = "InvariantViolation";
}
