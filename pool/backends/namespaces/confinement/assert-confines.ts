import { DrillError } from "#core/drill-error.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { findOpenWaysOfPods } from "./trial-namespace.ts";

/**
 * Fails unless the cluster refuses pods that reach their node, since an agent would be root on it.
 * @throws DrillError BACKEND_DOWN
 */
export const assertConfines = async (admin: ClusterPort): Promise<void> => {
  const [open, ...more] = await findOpenWaysOfPods(admin);
  if (open === undefined) return;
  const ways = more.length === 0 ? open.title : `${open.title} and ${more.length} more ways`;
  throw new DrillError(
    "BACKEND_DOWN",
    `the cluster lets an agent's pods reach their node by ${ways} (${open.answer}): enable the API server's admission plug-in PodSecurity, and see kubedrill pool doctor`,
  );
};
