import { DrillError } from "#core/drill-error.ts";
import type { PoolState } from "./pool-state.ts";
import { revokeAgent } from "./revoke-agent.ts";
import { closeWarmSlot } from "./warm-slot.ts";

/** Deletes a slot and its records, the namespace first: while it exists, journal and registry know of it. */
export const dropSlot = async (pool: PoolState, id: string): Promise<void> => {
  const startMs = Date.now();
  await pool.book.move(id, "removing");
  pool.leases.close(id);
  pool.verified.delete(id);
  await revokeAgent(pool, id);
  await closeWarmSlot(pool, id);
  if (!(await pool.host.remove(id))) throw new DrillError("BACKEND_DOWN", `${id} is still being deleted`);
  await pool.baselines.remove(id);
  await pool.registry.strike(id);
  await pool.book.move(id, "gone");
  pool.tell({ kind: "removed", slot: id, ms: Date.now() - startMs });
};
