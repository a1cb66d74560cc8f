import { DrillError } from "#core/drill-error.ts";
import type { PoolDesk } from "./pool-desk.ts";
import { shutOutAgent } from "./shut-out-agent.ts";
import { coolSlot } from "./warm-slot.ts";

/** Deletes a slot and its records, the namespace first: while it exists, journal and registry know of it. */
export const dropSlot = async (desk: PoolDesk, id: string): Promise<void> => {
  const startMs = Date.now();
  await desk.book.move(id, "removing");
  desk.leases.close(id);
  desk.verified.delete(id);
  await shutOutAgent(desk, id);
  await coolSlot(desk, id);
  if (!(await desk.host.remove(id))) throw new DrillError("BACKEND_DOWN", `${id} is still being deleted`);
  await desk.baselines.remove(id);
  await desk.registry.strike(id);
  await desk.book.move(id, "gone");
  desk.tell({ kind: "removed", slot: id, ms: Date.now() - startMs });
};
