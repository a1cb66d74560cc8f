import pLimit from "p-limit";
import { compareSlot } from "./compare-slot.ts";
import { dropSlot } from "./drop-slot.ts";
import { inBackground, type PoolState } from "./pool-state.ts";
import { recoverSlot } from "./recover-slot.ts";
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
export const recoverSlots = async (pool: PoolState, owner: string): Promise<PoolRecovery> => {
  const found = pool.book.all();
  const plan = (after: (typeof SLOT_STATES)[SlotRecord["state"]]["afterCrash"]) =>
    found.filter(({ state }) => SLOT_STATES[state].afterCrash === after);
  // At once, so that nobody counts on slots that will not be there.
  const removed = plan("remove");
  for (const { id } of removed) await pool.book.move(id, "removing");
  const limit = pLimit(pool.settings.makingMax);
  const checked = await Promise.all(plan("check").map(({ id }) => limit(() => isUnchanged(pool, id))));
  const restored = [...plan("restore"), ...plan("check").filter((_, i) => checked[i] === false)];
  for (const { id } of restored) inBackground(pool, id, () => limit(() => recoverSlot(pool, id)));
  for (const { id } of removed) inBackground(pool, id, () => limit(() => dropSlot(pool, id)));
  const orphans = await adoptOrphans(pool, owner);
  for (const id of orphans) inBackground(pool, id, () => limit(() => dropSlot(pool, id)));
  return {
    ready: checked.filter((equal) => equal).length,
    restoring: restored.length,
    removing: removed.length,
    orphans: orphans.length,
  };
};

/** Recovers no slots: all of them are about to be deleted, including those that only the registry knows. */
export const abandonSlots = async (pool: PoolState, owner: string): Promise<PoolRecovery> => {
  const orphans = await adoptOrphans(pool, owner);
  return { ready: 0, restoring: 0, removing: 0, orphans: orphans.length };
};

/** Compares a ready slot with its baseline, since it may have changed while no server ran. */
const isUnchanged = async (pool: PoolState, id: string): Promise<boolean> => {
  try {
    const { baseline } = await warmSlot(pool, id);
    const { equal } = await compareSlot(pool, id, baseline);
    if (equal) await pool.book.move(id, "ready");
    return equal;
  } catch {
    return false;
  }
};

/** Adds namespaces of this owner that the journal does not know to it, so that their deletion is finished even after a crash. */
const adoptOrphans = async (pool: PoolState, owner: string): Promise<readonly string[]> => {
  const { slots } = await pool.registry.read();
  const orphans = slots.filter((slot) => slot.owner === owner && pool.book.get(slot.namespace) === undefined);
  for (const { namespace, app, variant } of orphans) await pool.book.move(namespace, "removing", { app, variant });
  return orphans.map(({ namespace }) => namespace);
};
