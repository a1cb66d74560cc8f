import { formOf } from "../../app-form.ts";
import { dropSlot } from "./drop-slot.ts";
import type { PoolState } from "./pool-state.ts";
import type { SlotForm } from "./slot-book.ts";
import { warmSlot } from "./warm-slot.ts";

/** Creates one more slot of a form of an app and adds it to the ready ones. A failed one is removed. @returns its id */
export const provisionSlot = async (pool: PoolState, { app, variant }: SlotForm): Promise<string> => {
  const form = formOf(pool.apps, { app, variant });
  const id = pool.host.createName(pool.settings.namePrefix ?? form.record.namespace);
  await pool.book.move(id, "making", { app, variant });
  try {
    await pool.registry.enter(id, { app, variant });
    const { baseline, times } = await pool.host.make(id, form);
    await pool.baselines.save(id, baseline);
    await warmSlot(pool, id);
    await pool.book.move(id, "ready");
    pool.tell({ kind: "made", slot: id, app, variant, times });
    return id;
  } catch (cause) {
    await dropSlot(pool, id).catch((again: unknown) => pool.tell({ kind: "failed", slot: id, reason: `${again}` }));
    throw cause;
  }
};
