import type { Verification } from "../../backend.ts";
import { dropSlot } from "./drop-slot.ts";
import { inBackground, type PoolDesk } from "./pool-desk.ts";
import { provisionSlot } from "./provision-slot.ts";
import { coolSlot } from "./warm-slot.ts";

/** Quarantines a slot and stores its differences. */
export const quarantineSlot = async (desk: PoolDesk, id: string, verification: Verification): Promise<void> => {
  await desk.differences.keep(id, verification);
  const reason = verification.differences.slice(0, 5).join("; ");
  await desk.book.move(id, "quarantined", { reason });
  desk.leases.close(id);
  await coolSlot(desk, id);
  desk.tell({ kind: "quarantined", slot: id, reason });
};

/**
 * Creates another slot in place of a failed one, and deletes that: afterwards, if there is room for both. If creating
 * fails too, the slot stays quarantined and is not replaced.
 */
export const rebuildSlot = async (desk: PoolDesk, id: string): Promise<void> => {
  const app = desk.book.get(id)?.app ?? "";
  if (desk.host.isScarce) await dropSlot(desk, id);
  for (let tries = 1; ; tries++) {
    try {
      const by = await provisionSlot(desk, app);
      desk.tell({ kind: "replaced", slot: id, by });
      break;
    } catch (cause) {
      if (tries === TRIES_MAX) throw cause;
    }
  }
  if (!desk.host.isScarce) inBackground(desk, id, () => dropSlot(desk, id));
};

/** Quarantines a slot and rebuilds it. */
export const replaceSlot = async (desk: PoolDesk, id: string, verification: Verification): Promise<void> => {
  await quarantineSlot(desk, id, verification);
  await rebuildSlot(desk, id);
};

const TRIES_MAX = 2;
