import { dropSlot } from "./drop-slot.ts";
import { appOf, type PoolDesk } from "./pool-desk.ts";
import { warmSlot } from "./warm-slot.ts";

/** Creates one more slot of an app and adds it to the ready ones. A failed one is removed. @returns its id */
export const provisionSlot = async (desk: PoolDesk, appName: string): Promise<string> => {
  const app = appOf(desk, appName);
  const id = desk.host.createName(desk.settings.namePrefix ?? app.record.name);
  await desk.book.move(id, "making", { app: appName });
  try {
    await desk.registry.enter(id, appName);
    const { baseline, times } = await desk.host.make(id, app);
    await desk.baselines.save(id, baseline);
    await warmSlot(desk, id);
    await desk.book.move(id, "ready");
    desk.tell({ kind: "made", slot: id, app: appName, times });
    return id;
  } catch (cause) {
    await dropSlot(desk, id).catch((again: unknown) => desk.tell({ kind: "failed", slot: id, reason: `${again}` }));
    throw cause;
  }
};
