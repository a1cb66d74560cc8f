import { kubectl } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, rollBack } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { ReplicaSet } from "#kube/types/workloads.ts";
import { tryAgain } from "../refused-pods.ts";
import { boundOther, type QuotaParams, setHard, sparingTheQuota, withoutHard } from "../tight-quota.ts";
import { REPLICA_SETS, SETS_FIELD } from "./judge-room.ts";

/** A round number of ReplicaSets with room for several roll-outs of all. */
export const ampleSets = (baseline: Baseline): number => 20 * Math.ceil(setsBefore(baseline).length / 10);

const setsBefore = (baseline: Baseline): readonly ReplicaSet[] => ownObjects(baseline, REPLICA_SETS) as readonly ReplicaSet[];

export const accepts = (params: QuotaParams, baseline: Baseline): readonly Attempt[] => [
  boundOther(params, { "count/deployments.apps": "200" }),
  withoutHard(params, SETS_FIELD),
  {
    name: "raise it generously",
    calls: [setHard(params.quota, { [SETS_FIELD]: `${5 * ampleSets(baseline)}` }), tryAgain(params.target)],
  },
];

export const rejects = (params: QuotaParams, baseline: Baseline): readonly Attempt[] => {
  const { target, quota } = params;
  const sets = setsBefore(baseline);
  const old = sets.find(
    ({ spec, metadata: { ownerReferences = [] } }) => spec.replicas === 0 && ownerReferences[0]?.name !== nameOf(target),
  );
  return [
    ...sparingTheQuota(params, baseline),
    rollBack(target),
    { name: "allow one more", calls: [setHard(quota, { [SETS_FIELD]: `${sets.length + 1}` }), tryAgain(target)] },
    ...(old === undefined
      ? []
      : [{ name: "delete an old ReplicaSet", calls: [kubectl(`delete replicaset ${old.metadata.name}`), tryAgain(target)] }]),
  ];
};
