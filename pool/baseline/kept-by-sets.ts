import type { Baseline } from "#kube/app/baseline.ts";
import { CUSTOM_KINDS } from "#kube/objects/custom-kinds.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Difference, Objects } from "./compare-baseline.ts";

/**
 * Selects the differences that are put back when all others are: sets with data that an operator makes, whose members have to leave in
 * its order, and claims that sets made of their templates, which they would make again.
 */
export const keptBySets = (differences: readonly Difference[], present: Objects): readonly Difference[] => {
  const sets = (present[SETS] ?? []) as readonly StatefulSet[];
  return differences.filter((difference) => {
    if (difference.kind === "missing") return false;
    const { resource, present: object } = difference;
    return resource === SETS ? isOperatedStore(object as StatefulSet) : resource === CLAIMS && sets.some((set) => isClaimOf(set, object));
  });
};

/** Waits until operators have given the sets with data as many pods as before; not longer than the timeout. */
export const awaitOperators = async (cluster: ClusterPort, baseline: Baseline, timeoutMs: number): Promise<void> => {
  const wanted = ((baseline.objects[SETS] ?? []) as readonly StatefulSet[]).filter(isOperatedStore);
  await cluster.clock.until(
    async () => {
      const sets = await listObjects<StatefulSet>(cluster, { resource: SETS });
      return wanted.every(({ metadata, spec }) =>
        sets.some(
          (set) => set.metadata.name === metadata.name && set.metadata.namespace === metadata.namespace && isAt(set, spec.replicas),
        ),
      );
    },
    { timeoutMs },
  );
};

export const SETS = "statefulsets.apps";
export const CLAIMS = "persistentvolumeclaims";

const isOperatedStore = ({ metadata, spec }: StatefulSet): boolean =>
  (spec.volumeClaimTemplates?.length ?? 0) > 0 &&
  metadata.ownerReferences?.some(({ controller, kind }) => controller === true && CUSTOM_KINDS.some((row) => row.kind === kind)) === true;

const isClaimOf = ({ metadata, spec }: StatefulSet, claim: KubeObject): boolean =>
  metadata.namespace === claim.metadata.namespace &&
  spec.volumeClaimTemplates?.some((template) => claim.metadata.name.startsWith(`${template.metadata.name}-${metadata.name}-`)) === true;

const isAt = ({ spec, status }: StatefulSet, replicas = 1): boolean => spec.replicas === replicas && status?.replicas === replicas;
