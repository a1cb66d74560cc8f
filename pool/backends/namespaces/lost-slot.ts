import { DrillError } from "#core/drill-error.ts";

/**
 * Converts BACKEND_DOWN into SLOT_LOST, which is what an unreachable cluster means to an episode; other failures are
 * returned unchanged.
 */
export const asLostSlot = (cause: unknown): unknown =>
  cause instanceof DrillError && cause.code === "BACKEND_DOWN" ? new DrillError("SLOT_LOST", cause.what, { cause }) : cause;
