import type { Baseline } from "#kube/app/baseline.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Verification } from "../../backend.ts";
import { verifyBaseline } from "../../baseline/compare-baseline.ts";
import { awaitStores, listChangedStores } from "../../baseline/read-stores.ts";

/** Compares a slot with its baseline: its declared objects and the data of its stores. */
export const verifySlot = async (admin: ClusterPort, baseline: Baseline): Promise<Verification> => {
  const verification = await verifyBaseline(admin, baseline);
  if (!verification.equal) return verification;
  const changed = listChangedStores(baseline, await awaitStores(admin, baseline));
  return changed.length === 0
    ? verification
    : { ...verification, equal: false, differences: changed.map((name) => `changed store ${name}`) };
};
