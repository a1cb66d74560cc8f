import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Member, MemberSpec } from "#kube/types/tidb-cluster.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { reach } from "../../network/connections/process-caller.ts";
import { PD_CLIENT_PORT } from "../../stores/tidb/pd/pd-data.ts";
import { type PdContact, reachPd } from "../../stores/tidb/pd/reach-pd.ts";
import { liveStores } from "../../stores/tidb/tikv/live-stores.ts";
import { note, phaseOf, type Sync, titleOf } from "./sync.ts";
import { memberName, type PdMemberStatus, type Phase, peerName, type StoreStatus, type TidbMemberStatus } from "./tidb-cluster.ts";

/** Writes down what a component's StatefulSet and its servers are like. */
export const readMembers = (sync: Sync, member: Member, set: StatefulSet): void => {
  const phase = phaseNow(sync, member, set);
  const image = set.spec.template.spec.containers.find(({ name }) => name === member)?.image ?? "";
  note(sync, member, { phase, image, statefulSet: set.status ?? {}, ...READERS[member](sync, set) });
};

const READERS: Readonly<Record<Member, (sync: Sync, set: StatefulSet) => Parameters<typeof note>[2]>> = {
  pd: (sync) => readPds(sync),
  tikv: (sync) => readStores(sync),
  tidb: (sync, set) => ({ members: tidbMembers(sync, set) }),
};

const phaseNow = (sync: Sync, member: Member, set: StatefulSet): Phase => {
  const wanted = (sync.cluster.spec[member] as MemberSpec).replicas;
  if (wanted !== set.spec.replicas) return "Scale";
  return isUpgrading(sync, set) && !BEFORE[member].some((other) => phaseOf(sync, other) === "Upgrade") ? "Upgrade" : "Normal";
};

/** Components that are upgraded before each. */
const BEFORE: Readonly<Record<Member, readonly Member[]>> = { pd: [], tikv: ["pd"], tidb: ["pd", "tikv"] };

const isUpgrading = ({ world }: Sync, { metadata, spec, status }: StatefulSet): boolean => {
  if (status === undefined) return false;
  if (status.currentRevision !== status.updateRevision) return true;
  if ((metadata.generation ?? 0) > (status.observedGeneration ?? 0) && spec.replicas === status.replicas) return true;
  return listObjects<Pod>(world, "pods", metadata.namespace).some(
    (pod) =>
      pod.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid) === true &&
      pod.metadata.labels?.["controller-revision-hash"] !== status.updateRevision,
  );
};

/** The cluster's PDs as the operator finds them. */
export const pdsOf = ({ world, operator, cluster }: Sync): PdContact | undefined =>
  reachPd(world, operator.process, [`${memberName(cluster, "pd")}.${cluster.metadata.namespace}:${PD_CLIENT_PORT}`]);

const readPds = (sync: Sync) => {
  const { cluster, status } = sync;
  const before = cluster.status?.pd;
  const contact = pdsOf(sync);
  if (contact === undefined) {
    const host = `http://${memberName(cluster, "pd")}.${cluster.metadata.namespace}:${PD_CLIENT_PORT}`;
    sync.operator.log(
      "E",
      "pd_member_manager.go:204",
      `failed to sync TidbCluster: [${titleOf(sync)}]'s status, error: Get "${host}/pd/api/v1/health": dial tcp: connect: connection refused`,
    );
    return { synced: false };
  }
  status.clusterID = contact.data.clusterId;
  const members = Object.fromEntries(
    contact.data.members.map(({ name, id, client }) => {
      const health = contact.alive.some(({ member }) => member.name === name);
      const known = { name, id, clientURL: `http://${client}`, health };
      return [name, since(sync, before?.members?.[name], known)] as const;
    }),
  );
  const leader = members[contact.leader.name];
  return { synced: true, members, ...(leader === undefined ? {} : { leader }) };
};

/** A member with the time since when it is like this. */
const since = <T extends { readonly lastTransitionTime: string }>(
  { world }: Sync,
  before: T | undefined,
  now: Omit<T, "lastTransitionTime">,
): T => {
  const { lastTransitionTime, ...rest } = before ?? { lastTransitionTime: undefined };
  const isSame = lastTransitionTime !== undefined && isSameJson(rest, now);
  return { ...now, lastTransitionTime: isSame ? lastTransitionTime : toTimestamp(world.nowMs()) } as T;
};

const readStores = (sync: Sync) => {
  const { world, operator, cluster } = sync;
  const contact = pdsOf(sync);
  if (contact === undefined) return { synced: false };
  const leader = contact.alive[0]?.process ?? operator.process;
  const live = liveStores(world, leader, contact.data);
  const up = new Set(live.map(({ store }) => store.id));
  const stores = Object.fromEntries(
    contact.data.stores.map(({ id, address }) => {
      const [ip = ""] = address.split(":");
      const state = up.has(id) ? ("Up" as const) : ("Disconnected" as const);
      const now = { id: `${id}`, podName: ip.split(".")[0] ?? "", ip, leaderCount: up.has(id) ? Math.ceil(LEADERS / up.size) : 0, state };
      return [`${id}`, since<StoreStatus>(sync, cluster.status?.tikv?.stores?.[`${id}`], now)] as const;
    }),
  );
  return { synced: true, bootStrapped: live.some(({ data }) => data.tables !== undefined), stores };
};

/** Regions of a small cluster, each of which has one leader. */
const LEADERS = 8;

const STATUS_PORT = 10_080;

const tidbMembers = (sync: Sync, { metadata, status }: StatefulSet): Readonly<Record<string, TidbMemberStatus>> => {
  const { world, operator, cluster } = sync;
  const names = Array.from({ length: status?.replicas ?? 0 }, (_, i) => `${metadata.name}-${i}`);
  return Object.fromEntries(
    names.map((name) => {
      const host = `${name}.${peerName(cluster, "tidb")}.${metadata.namespace}.svc`;
      const health = reach(world, operator.process, host, STATUS_PORT, "http/tidb-status").kind === "reached";
      const node = getObject<Pod>(world, "pods", metadata.namespace, name)?.spec.nodeName;
      const now = { name, health, ...(node === undefined ? {} : { node }) };
      return [name, since<TidbMemberStatus>(sync, cluster.status?.tidb?.members?.[name], now)];
    }),
  );
};

/** True when as many PDs as a quorum needs are healthy and their pods ready. */
export const isPdAvailable = ({ cluster: { spec }, status: { pd } }: Sync): boolean => {
  const least = Math.floor((spec.pd?.replicas ?? 0) / 2) + 1;
  const healthy = Object.values(pd?.members ?? {}).filter(({ health }: PdMemberStatus) => health);
  return healthy.length >= least && (pd?.statefulSet?.readyReplicas ?? 0) >= least;
};

/** True when a TiKV is up and its pod ready. */
export const isTikvAvailable = ({ status: { tikv } }: Sync): boolean =>
  Object.values(tikv?.stores ?? {}).some(({ state }) => state === "Up") && (tikv?.statefulSet?.readyReplicas ?? 0) > 0;
