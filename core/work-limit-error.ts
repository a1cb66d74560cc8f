/** Says that an act would need more work of a simulated cluster than it was granted. */
export class WorkLimitError extends Error {
  override readonly name = "WorkLimitError";
}
