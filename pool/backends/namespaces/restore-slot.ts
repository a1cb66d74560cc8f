import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { RollbackReport } from "../../backend.ts";
import { awaitStores, listChangedStores } from "../../baseline/read-stores.ts";
import { reseedStores } from "../../baseline/reseed-stores.ts";
import { restoreBaseline } from "../../baseline/restore-baseline.ts";
import type { PoolState } from "./pool-state.ts";
import { revokeAgent } from "./revoke-agent.ts";
import { warmSlot } from "./warm-slot.ts";

/**
 * Restores a slot to its baseline: revokes the agent's access, undoes what the objects do not show, restores the
 * objects, and recycles pods with runtime state. The result is checked by verification.
 */
export const restoreSlot = async (
  pool: PoolState,
  id: string,
  recover: (cluster: ClusterPort) => Promise<void>,
): Promise<RollbackReport> => {
  const startMs = Date.now();
  const record = pool.book.get(id);
  const { memo, touchedPods = [] } = record ?? {};
  await pool.book.move(id, "returning", { memo, touchedPods });
  pool.leases.close(id);
  pool.verified.delete(id);
  const { admin } = await pool.host.clusterOf(id);
  await pool.host.revive?.(id);
  await revokeAgent(pool, id);
  const { baseline, view, load, telemetry } = await warmSlot(pool, id);
  const cluster: ClusterPort = { ...admin, clock: view.clock };
  await recover(cluster);
  const recoverMs = Date.now() - startMs;
  const restored = await restoreBaseline(cluster, baseline, { touchedPods, timeoutMs: pool.settings.readyTimeoutMs });
  const storesFromMs = Date.now();
  const changed = listChangedStores(baseline, await awaitStores(cluster, baseline));
  if (changed.length > 0) await reseedStores(cluster, baseline, changed, { timeoutMs: pool.settings.readyTimeoutMs });
  // The next agent learns nothing of this episode.
  telemetry.forget();
  load.forget();
  const phasesMs = { recover: recoverMs, ...restored.phasesMs, stores: Date.now() - storesFromMs };
  const report = { ...restored, tookMs: Date.now() - startMs, phasesMs };
  pool.tell({ kind: "restored", slot: id, report });
  return report;
};
