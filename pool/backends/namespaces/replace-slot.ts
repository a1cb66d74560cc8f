import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { Verification } from "../../backend.ts";
import { dropSlot } from "./drop-slot.ts";
import { inBackground, type PoolState } from "./pool-state.ts";
import { provisionSlot } from "./provision-slot.ts";
import { closeWarmSlot } from "./warm-slot.ts";

/** Quarantines a slot and stores its differences. */
export const quarantineSlot = async (pool: PoolState, id: string, verification: Verification): Promise<void> => {
  await pool.differences.keep(id, verification);
  const reason = verification.differences.slice(0, 5).join("; ");
  await pool.book.move(id, "quarantined", { reason });
  pool.leases.close(id);
  await closeWarmSlot(pool, id);
  pool.tell({ kind: "quarantined", slot: id, reason });
};

/**
 * Creates another slot of the same form in place of a failed one, and deletes that: afterwards, if there is room for both. If creating
 * fails too, the slot stays quarantined and is not replaced.
 */
export const rebuildSlot = async (pool: PoolState, id: string): Promise<void> => {
  const { app = "", variant = STANDARD } = pool.book.get(id) ?? {};
  if (pool.host.isScarce) await dropSlot(pool, id);
  for (let tries = 1; ; tries++) {
    try {
      const by = await provisionSlot(pool, { app, variant });
      pool.tell({ kind: "replaced", slot: id, by });
      break;
    } catch (cause) {
      if (tries === TRIES_MAX) throw cause;
    }
  }
  if (!pool.host.isScarce) inBackground(pool, id, () => dropSlot(pool, id));
};

/** Quarantines a slot and rebuilds it. */
export const replaceSlot = async (pool: PoolState, id: string, verification: Verification): Promise<void> => {
  await quarantineSlot(pool, id, verification);
  await rebuildSlot(pool, id);
};

const TRIES_MAX = 2;
