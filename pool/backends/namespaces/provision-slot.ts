import { dropSlot } from "./drop-slot.ts";
import { appOf, type PoolState } from "./pool-state.ts";
import { warmSlot } from "./warm-slot.ts";

/** Creates one more slot of an app and adds it to the ready ones. A failed one is removed. @returns its id */
export const provisionSlot = async (pool: PoolState, appName: string): Promise<string> => {
  const app = appOf(pool, appName);
  const id = pool.host.createName(pool.settings.namePrefix ?? app.record.name);
  await pool.book.move(id, "making", { app: appName });
  try {
    await pool.registry.enter(id, appName);
    const { baseline, times } = await pool.host.make(id, app);
    await pool.baselines.save(id, baseline);
    await warmSlot(pool, id);
    await pool.book.move(id, "ready");
    pool.tell({ kind: "made", slot: id, app: appName, times });
    return id;
  } catch (cause) {
    await dropSlot(pool, id).catch((again: unknown) => pool.tell({ kind: "failed", slot: id, reason: `${again}` }));
    throw cause;
  }
};
