import { revokeAccess } from "./agent-access.ts";
import { accountOf, type PoolDesk } from "./pool-desk.ts";

/** Takes a slot away from its agent: what it has open is closed, and its credential is worth nothing. Safe to repeat. */
export const shutOutAgent = async (desk: PoolDesk, id: string): Promise<void> => {
  desk.agents.get(id)?.close();
  desk.agents.delete(id);
  await revokeAccess(desk.cluster.admin, accountOf(desk, id));
};
