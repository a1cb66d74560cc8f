import type { Baseline } from "#kube/app/baseline.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { ResourceQuota } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Resource of what each roll-out makes one more of. */
export const REPLICA_SETS = "replicasets.apps";

/** The field of a quota that bounds their number. */
export const SETS_FIELD = `count/${REPLICA_SETS}`;

/** Holds if the quotas of the namespace have room for one more ReplicaSet, as the next roll-out needs it. */
export const judgeRoom = async (view: ClusterView, { namespace }: Baseline): Promise<Finding> => {
  const quotas = await listObjects<ResourceQuota>(view, { resource: "resourcequotas", namespace });
  const wanted = `${(await listObjects(view, { resource: REPLICA_SETS, namespace })).length + 1}`;
  const full = quotas.find(({ spec: { hard = {} } }) => hard[SETS_FIELD] !== undefined && compareQuantities(hard[SETS_FIELD], wanted) < 0);
  return {
    held: full === undefined,
    evidence:
      full === undefined ? `there is room for ${wanted} ReplicaSets` : `quota ${full.metadata.name} has no room for ${wanted} ReplicaSets`,
  };
};
