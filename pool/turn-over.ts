import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Backend, Slot } from "./backend.ts";

/**
 * Makes a slot fit for the next episode: rolled back, compared, and where it is not as it was made anew.
 *
 * Whatever fails on the way, the slot is given back: the backend knows that it was not verified, and brings it back by itself.
 */
export const turnOver = async (backend: Backend, slot: Slot, recover: (cluster: ClusterPort) => Promise<void>): Promise<void> => {
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
