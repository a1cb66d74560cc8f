import { DrillError } from "#core/drill-error.ts";

/** The same failure as whoever plays in a slot knows it: a cluster that does not answer is a lost slot. Any other stays as it is. */
export const asLostSlot = (cause: unknown): unknown =>
  cause instanceof DrillError && cause.code === "BACKEND_DOWN" ? new DrillError("SLOT_LOST", cause.what, { cause }) : cause;
