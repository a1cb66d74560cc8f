import type { Verification } from "../../backend.ts";
import { dropSlot } from "./drop-slot.ts";
import { inBackground, type PoolDesk } from "./pool-desk.ts";
import { provisionSlot } from "./provision-slot.ts";
import { coolSlot } from "./warm-slot.ts";

/** Takes a slot out of use and keeps what it differs in. */
export const quarantineSlot = async (desk: PoolDesk, id: string, verification: Verification): Promise<void> => {
  await desk.differences.keep(id, verification);
  const reason = verification.differences.slice(0, 5).join("; ");
  await desk.book.move(id, "quarantined", { reason });
  desk.leases.close(id);
  await coolSlot(desk, id);
  desk.tell({ kind: "quarantined", slot: id, reason });
};

/** Makes another slot in place of one that did not come back, and deletes that: afterwards, where there is room for both. Where that fails too, it stays quarantined, and its place empty. */
export const rebuildSlot = async (desk: PoolDesk, id: string): Promise<void> => {
  const app = desk.book.get(id)?.app ?? "";
  if (desk.ground.isScarce) await dropSlot(desk, id);
  for (let tries = 1; ; tries++) {
    try {
      const by = await provisionSlot(desk, app);
      desk.tell({ kind: "replaced", slot: id, by });
      break;
    } catch (cause) {
      if (tries === TRIES_MAX) throw cause;
    }
  }
  if (!desk.ground.isScarce) inBackground(desk, id, () => dropSlot(desk, id));
};

/** Both. */
export const replaceSlot = async (desk: PoolDesk, id: string, verification: Verification): Promise<void> => {
  await quarantineSlot(desk, id, verification);
  await rebuildSlot(desk, id);
};

const TRIES_MAX = 2;
