import pLimit from "p-limit";
import { bringBack } from "./bring-back.ts";
import { compareSlot } from "./compare-slot.ts";
import { dropSlot } from "./drop-slot.ts";
import { inBackground, type PoolDesk } from "./pool-desk.ts";
import { SLOT_STATES, type SlotRecord } from "./slot-record.ts";
import { warmSlot } from "./warm-slot.ts";

/** Slots that a server found in its pool when it started, by what happens to them. */
export interface PoolRecovery {
  readonly ready: number;
  /** Number of slots that are restored to their baselines while the server starts. */
  readonly restoring: number;
  /** Number of slots that are deleted, since their creation was not complete or their deletion had begun. */
  readonly removing: number;
  /** Number of slots that are deleted, since the registry names them as this server's and the journal does not know them. */
  readonly orphans: number;
}

/** Recovers every slot from the state in which the last server left it. None is leased before it is compared with its baseline. */
export const recoverSlots = async (desk: PoolDesk, owner: string): Promise<PoolRecovery> => {
  const found = desk.book.all();
  const plan = (after: (typeof SLOT_STATES)[SlotRecord["state"]]["afterCrash"]) =>
    found.filter(({ state }) => SLOT_STATES[state].afterCrash === after);
  // At once, so that nobody counts on slots that will not be there.
  const removed = plan("remove");
  for (const { id } of removed) await desk.book.move(id, "removing");
  const limit = pLimit(desk.settings.makingMax);
  const checked = await Promise.all(plan("check").map(({ id }) => limit(() => isAsItWas(desk, id))));
  const restored = [...plan("restore"), ...plan("check").filter((_, i) => checked[i] === false)];
  for (const { id } of restored) inBackground(desk, id, () => limit(() => bringBack(desk, id)));
  for (const { id } of removed) inBackground(desk, id, () => limit(() => dropSlot(desk, id)));
  const orphans = await adoptOrphans(desk, owner);
  for (const id of orphans) inBackground(desk, id, () => limit(() => dropSlot(desk, id)));
  return {
    ready: checked.filter((equal) => equal).length,
    restoring: restored.length,
    removing: removed.length,
    orphans: orphans.length,
  };
};

/** Recovers no slots: all of them are about to be deleted, including those that only the registry knows. */
export const abandonSlots = async (desk: PoolDesk, owner: string): Promise<PoolRecovery> => {
  const orphans = await adoptOrphans(desk, owner);
  return { ready: 0, restoring: 0, removing: 0, orphans: orphans.length };
};

/** Compares a ready slot with its baseline, since it may have changed while no server ran. */
const isAsItWas = async (desk: PoolDesk, id: string): Promise<boolean> => {
  try {
    const { baseline } = await warmSlot(desk, id);
    const { equal } = await compareSlot(desk, id, baseline);
    if (equal) await desk.book.move(id, "ready");
    return equal;
  } catch {
    return false;
  }
};

/** Adds namespaces of this owner that the journal does not know to it, so that their deletion is finished even after a crash. */
const adoptOrphans = async (desk: PoolDesk, owner: string): Promise<readonly string[]> => {
  const { slots } = await desk.registry.read();
  const orphans = slots.filter((slot) => slot.owner === owner && desk.book.get(slot.namespace) === undefined);
  for (const { namespace, app } of orphans) await desk.book.move(namespace, "removing", { app });
  return orphans.map(({ namespace }) => namespace);
};
