import { dropSlot } from "./drop-slot.ts";
import { makeSlot } from "./make-slot.ts";
import { accountOf, appOf, type PoolDesk } from "./pool-desk.ts";
import { createSlotName } from "./slot-name.ts";
import { warmSlot } from "./warm-slot.ts";

/**
 * Makes one more slot of an app and puts it among the ready ones. What fails is removed again.
 *
 * @returns its id
 */
export const provisionSlot = async (desk: PoolDesk, appName: string): Promise<string> => {
  const app = appOf(desk, appName);
  const id = createSlotName(desk.settings.namePrefix ?? app.record.name);
  await desk.book.move(id, "making", { app: appName });
  try {
    await desk.registry.enter(id, appName);
    const { readyTimeoutMs } = desk.settings;
    const { baseline, times } = await makeSlot(desk.cluster, app, { namespace: id, account: accountOf(desk, id), readyTimeoutMs });
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
