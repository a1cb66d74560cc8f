import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Backend, Slot } from "./backend.ts";

/**
 * Prepares a slot for the next episode: rolls it back, verifies it, and rebuilds it if it does not equal its baseline.
 *
 * The slot is released even after a failure: the backend knows that it was not verified, and recovers it by itself.
 */
export const recycleSlot = async (backend: Backend, slot: Slot, recover: (cluster: ClusterPort) => Promise<void>): Promise<void> => {
  try {
    await backend.rollback(slot, recover);
    const verification = await backend.verify(slot);
    if (verification.equal) return;
    await backend.quarantine(slot.id, verification);
    await backend.rebuild(slot.id);
  } finally {
    await backend.release(slot);
  }
};
