import { toTimestamp } from "#core/timestamp.ts";
import { MEMBERS, type Member } from "#kube/types/tidb-cluster.ts";
import type { Sync } from "./sync.ts";
import type { TidbClusterStatus } from "./tidb-cluster.ts";

/** The cluster's conditions with Ready as this pass found it. */
export const withReady = (sync: Sync): NonNullable<TidbClusterStatus["conditions"]> => {
  const before = sync.cluster.status?.conditions ?? [];
  const known = before.find(({ type }) => type === "Ready");
  const [reason, message] = VERDICTS.find(({ holds }) => holds(sync))?.says ?? ["Ready", "TiDB cluster is fully up and running"];
  const status = reason === "Ready" ? "True" : "False";
  if (known !== undefined && known.status === status && known.reason === reason) return before;
  const at = toTimestamp(sync.world.nowMs());
  const lastTransitionTime = known !== undefined && known.status === status ? (known.lastTransitionTime ?? at) : at;
  return [
    ...before.filter(({ type }) => type !== "Ready"),
    { type: "Ready", status, lastUpdateTime: at, lastTransitionTime, reason, message },
  ];
};

/** Reasons for which a cluster is not ready; the first that holds counts. */
const VERDICTS: readonly { readonly says: readonly [reason: string, message: string]; readonly holds: (sync: Sync) => boolean }[] = [
  {
    says: ["StatefulSetNotUpToDate", "Statefulset(s) are in progress"],
    holds: ({ status }) => MEMBERS.some((member) => isRolling(status, member)),
  },
  {
    says: ["PDUnhealthy", "PD(s) are not healthy"],
    holds: ({ cluster: { spec }, status }) => isShort(spec.pd?.replicas, status.pd?.members, ({ health }) => health),
  },
  {
    says: ["TiKVStoreNotUp", "TiKV store(s) are not up"],
    holds: ({ cluster: { spec }, status }) => isShort(spec.tikv?.replicas, status.tikv?.stores, ({ state }) => state === "Up"),
  },
  {
    says: ["TiDBUnhealthy", "TiDB(s) are not healthy"],
    holds: ({ cluster: { spec }, status }) => isShort(spec.tidb?.replicas, status.tidb?.members, ({ health }) => health),
  },
];

const isRolling = (status: TidbClusterStatus, member: Member): boolean => {
  const set = status[member]?.statefulSet;
  return set !== undefined && set.currentRevision !== set.updateRevision;
};

/** True where there are not as many as wanted, or one of them is not well. */
const isShort = <T>(wanted: number | undefined, found: Readonly<Record<string, T>> | undefined, isWell: (one: T) => boolean): boolean => {
  const all = Object.values(found ?? {});
  return wanted !== undefined && (all.length !== wanted || !all.every(isWell));
};
