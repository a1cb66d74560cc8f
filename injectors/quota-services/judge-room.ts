import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { ResourceQuota } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** The fields of a quota that bound the number of Services. */
export const SERVICE_FIELDS = ["services", "count/services"] as const;

/** Holds if the quotas of the namespace have room for all Services that there were, so that one which is lost can be made again. */
export const judgeRoom = async (view: ClusterView, baseline: Baseline): Promise<Finding> => {
  const quotas = await listObjects<ResourceQuota>(view, { resource: "resourcequotas", namespace: baseline.namespace });
  const wanted = `${ownObjects(baseline, "services").length}`;
  const isFull = ({ spec: { hard = {} } }: ResourceQuota): boolean =>
    SERVICE_FIELDS.some((field) => hard[field] !== undefined && compareQuantities(hard[field], wanted) < 0);
  const full = quotas.find(isFull);
  return {
    held: full === undefined,
    evidence:
      full === undefined ? `there is room for ${wanted} Services` : `quota ${full.metadata.name} has no room for ${wanted} Services`,
  };
};
