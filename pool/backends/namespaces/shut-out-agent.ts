import { revokeAccess } from "./agent-access.ts";
import type { PoolDesk } from "./pool-desk.ts";

/** Revokes an agent's access to a slot: closes its connections and makes its credential invalid. Safe to repeat. */
export const shutOutAgent = async (desk: PoolDesk, id: string): Promise<void> => {
  desk.agents.get(id)?.close();
  desk.agents.delete(id);
  // A cluster that is gone lets nobody in.
  const cluster = await desk.host.clusterOf(id).catch(() => undefined);
  if (cluster !== undefined) await revokeAccess(cluster.admin, desk.host.accountOf(id));
};
