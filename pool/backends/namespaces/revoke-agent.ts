import { revokeAccess } from "./agent-access.ts";
import type { PoolState } from "./pool-state.ts";

/** Revokes an agent's access to a slot: closes its connections and makes its credential invalid. Safe to repeat. */
export const revokeAgent = async (pool: PoolState, id: string): Promise<void> => {
  pool.agents.get(id)?.close();
  pool.agents.delete(id);
  // A cluster that is gone lets nobody in.
  const cluster = await pool.host.clusterOf(id).catch(() => undefined);
  if (cluster !== undefined) await revokeAccess(cluster.admin, pool.host.accountOf(id));
};
