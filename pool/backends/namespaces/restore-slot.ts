import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { RollbackReport } from "../../backend.ts";
import { awaitStores, listChangedStores } from "../../baseline/read-stores.ts";
import { reseedStores } from "../../baseline/reseed-stores.ts";
import { restoreBaseline } from "../../baseline/restore-baseline.ts";
import type { PoolDesk } from "./pool-desk.ts";
import { shutOutAgent } from "./shut-out-agent.ts";
import { warmSlot } from "./warm-slot.ts";

/**
 * Restores a slot to its baseline: revokes the agent's access, undoes what the objects do not show, restores the
 * objects, and recycles pods with runtime state. The result is checked by verification.
 */
export const restoreSlot = async (
  desk: PoolDesk,
  id: string,
  recover: (cluster: ClusterPort) => Promise<void>,
): Promise<RollbackReport> => {
  const startMs = Date.now();
  const record = desk.book.get(id);
  const { memo, touchedPods = [] } = record ?? {};
  await desk.book.move(id, "returning", { memo, touchedPods });
  desk.leases.close(id);
  desk.verified.delete(id);
  const { admin } = await desk.host.clusterOf(id);
  await desk.host.revive?.(id);
  await shutOutAgent(desk, id);
  const { baseline, view, load, telemetry } = await warmSlot(desk, id);
  const cluster: ClusterPort = { ...admin, clock: view.clock };
  await recover(cluster);
  const recoverMs = Date.now() - startMs;
  const restored = await restoreBaseline(cluster, baseline, { touchedPods, timeoutMs: desk.settings.readyTimeoutMs });
  const storesFromMs = Date.now();
  const changed = listChangedStores(baseline, await awaitStores(cluster, baseline));
  if (changed.length > 0) await reseedStores(cluster, baseline, changed, { timeoutMs: desk.settings.readyTimeoutMs });
  // The next agent learns nothing of this episode.
  telemetry.forget();
  load.forget();
  const phasesMs = { recover: recoverMs, ...restored.phasesMs, stores: Date.now() - storesFromMs };
  const report = { ...restored, tookMs: Date.now() - startMs, phasesMs };
  desk.tell({ kind: "restored", slot: id, report });
  return report;
};
