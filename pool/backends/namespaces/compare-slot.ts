import type { Baseline } from "#kube/app/baseline.ts";
import type { Verification } from "../../backend.ts";
import { NODE_MARK } from "./agent-audit.ts";
import type { PoolState } from "./pool-state.ts";
import { verifySlot } from "./verify-slot.ts";

/** Compares a slot with its baseline. Commands on a node show in no object, so a slot with any never equals it. */
export const compareSlot = async (pool: PoolState, id: string, baseline: Baseline): Promise<Verification> => {
  const verification = await verifySlot((await pool.host.clusterOf(id)).admin, baseline);
  const nodes = (pool.book.get(id)?.touchedPods ?? []).filter((name) => name.startsWith(NODE_MARK));
  if (nodes.length === 0) return verification;
  const differences = [...verification.differences, ...nodes.map((node) => `commands were run on ${node}`)];
  return { ...verification, equal: false, differences };
};
