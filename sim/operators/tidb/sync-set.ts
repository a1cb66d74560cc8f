import { isSameJson } from "#core/canonical-json.ts";
import { parseJson } from "#core/parse-json.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Member } from "#kube/types/tidb-cluster.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { isPodReady } from "../../controller-runtime/pod-state.ts";
import { keepPdData } from "../../stores/tidb/pd/reach-pd.ts";
import { applyChild, createChild } from "./apply-child.ts";
import { memberConfig, memberSet } from "./desired/member-set.ts";
import { pdsOf, readMembers } from "./read-members.ts";
import { failed, note, phaseOf, type Sync, type SyncEnd, titleOf, waits } from "./sync.ts";
import { memberName, type TidbClusterStatus } from "./tidb-cluster.ts";

/** Brings a component's StatefulSet nearer to what the cluster asks for: it is made, scaled by one, or upgraded by one pod. */
export const syncSet = (sync: Sync, member: Member): SyncEnd | undefined => {
  const { world, cluster } = sync;
  const live = getObject<StatefulSet>(world, SETS, cluster.metadata.namespace, memberName(cluster, member));
  if (live !== undefined) readMembers(sync, member, live);
  if (cluster.spec.paused === true) return undefined;
  const configured = applyChild(sync, "configmaps", memberConfig(cluster, member));
  if (configured !== undefined) return configured;
  const desired = memberSet(cluster, member);
  if (live === undefined) return create(sync, member, desired);
  const next = scaled(sync, member, live, upgraded(sync, member, live, desired));
  return "kind" in next && next.kind !== "StatefulSet" ? (next as SyncEnd) : applyChild(sync, SETS, withRecord(next as StatefulSet));
};

const SETS = "statefulsets.apps";

const create = (sync: Sync, member: Member, desired: StatefulSet): SyncEnd | undefined => {
  const ended = createChild(sync, SETS, withRecord(desired));
  if (ended !== undefined) return ended;
  note(sync, member, { statefulSet: {} });
  return member === "tidb" ? undefined : waits(`TidbCluster: [${titleOf(sync)}], waiting for ${TITLES[member]} cluster running`);
};

const TITLES: Readonly<Record<Member, string>> = { pd: "PD", tikv: "TiKV", tidb: "TiDB" };

/** Annotation with the spec that the operator wrote last. */
const RECORD = "pingcap.com/last-applied-configuration";

const withRecord = (set: StatefulSet): StatefulSet => ({
  ...set,
  metadata: { ...set.metadata, annotations: { ...set.metadata.annotations, [RECORD]: JSON.stringify(set.spec) } },
});

const recordOf = ({ metadata }: StatefulSet): StatefulSet["spec"] | undefined => {
  const text = metadata.annotations?.[RECORD];
  return text === undefined ? undefined : (parseJson(text) as StatefulSet["spec"] | undefined);
};

const isTemplateNew = (live: StatefulSet, desired: StatefulSet): boolean =>
  !isSameJson(recordOf(live)?.template.spec, desired.spec.template.spec);

/** Components that must be neither scaled nor upgraded while another is upgraded. */
const BEFORE: Readonly<Record<Member, readonly Member[]>> = { pd: [], tikv: ["pd"], tidb: ["pd", "tikv"] };

/** The set with the new template, and the partition down to which pods may have it by now; or what it waits for. */
const upgraded = (sync: Sync, member: Member, live: StatefulSet, desired: StatefulSet): StatefulSet | SyncEnd => {
  const isNew = isTemplateNew(live, desired);
  if (!isNew && phaseOf(sync, member) !== "Upgrade") return desired;
  if (desired.spec.updateStrategy?.type === "OnDelete") return desired;
  const blocked = BEFORE[member].some((other) => phaseOf(sync, other) === "Upgrade" || phaseOf(sync, other) === "Scale");
  if (blocked || phaseOf(sync, member) === "Scale") {
    const before = recordOf(live)?.template.spec;
    return before === undefined ? desired : withTemplate(desired, before);
  }
  const isSynced = member === "tidb" || sync.status[member]?.synced === true;
  // A lone PD that does not answer cannot be upgraded with care.
  if (member === "pd" && !isSynced && isNew && live.spec.replicas === 1) return withPartition(desired, 0);
  if (!isSynced) return failed(`tidbcluster: [${titleOf(sync)}]'s ${member} status sync failed, can not to be upgraded`);
  note(sync, member, { phase: "Upgrade" });
  if (isNew) return desired;
  return nextPod(sync, member, live, desired);
};

const nextPod = (sync: Sync, member: Member, live: StatefulSet, desired: StatefulSet): StatefulSet | SyncEnd => {
  const { world } = sync;
  for (let ordinal = (live.spec.replicas ?? 1) - 1; ordinal >= 0; ordinal--) {
    const name = `${live.metadata.name}-${ordinal}`;
    const pod = getObject<Pod>(world, "pods", live.metadata.namespace, name);
    const title = `tidbcluster: [${titleOf(sync)}]'s`;
    if (pod === undefined) return waits(`${title} ${member} pod: [${name}] is not there`);
    if (pod.metadata.labels?.["controller-revision-hash"] !== live.status?.updateRevision) return withPartition(desired, ordinal);
    if (!isPodReady(pod) || !IS_WELL[member](sync.status, name)) return waits(`${title} upgraded ${member} pod: [${name}] is not ready`);
  }
  return withPartition(desired, live.spec.updateStrategy?.rollingUpdate?.partition ?? 0);
};

/** Tells whether the server in a pod is a healthy member of its cluster. */
const IS_WELL: Readonly<Record<Member, (status: TidbClusterStatus, pod: string) => boolean>> = {
  pd: ({ pd }, pod) => pd?.synced === true && pd.members?.[pod]?.health === true,
  tikv: ({ tikv }, pod) => Object.values(tikv?.stores ?? {}).some(({ podName, state }) => podName === pod && state === "Up"),
  tidb: ({ tidb }, pod) => tidb?.members?.[pod]?.health === true,
};

const withPartition = (set: StatefulSet, partition: number): StatefulSet => ({
  ...set,
  spec: { ...set.spec, updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition } } },
});

const withTemplate = (set: StatefulSet, spec: StatefulSet["spec"]["template"]["spec"]): StatefulSet => ({
  ...set,
  spec: { ...set.spec, template: { ...set.spec.template, spec } },
});

/** The set with one pod more or less than it has; a PD or a TiKV leaves its cluster before its pod goes. */
const scaled = (sync: Sync, member: Member, live: StatefulSet, next: StatefulSet | SyncEnd): StatefulSet | SyncEnd => {
  if (next.kind !== "StatefulSet") return next;
  const set = next as StatefulSet;
  const [actual, wanted] = [live.spec.replicas ?? 1, set.spec.replicas ?? 1];
  if (actual === wanted) return set;
  const isOut = wanted > actual;
  const ordinal = isOut ? actual : actual - 1;
  sync.operator.log(
    "I",
    `${member}_scaler.go:${isOut ? 67 : 122}`,
    `scaling ${isOut ? "out" : "in"} ${member} statefulset ${live.metadata.namespace}/${live.metadata.name}, ordinal: ${ordinal} (replicas: ${isOut ? actual + 1 : actual - 1}, delete slots: [])`,
  );
  if (!isOut && member !== "tidb") retire(sync, `${live.metadata.name}-${ordinal}`);
  return { ...set, spec: { ...set.spec, replicas: isOut ? actual + 1 : actual - 1 } };
};

const retire = (sync: Sync, pod: string): void => {
  const contact = pdsOf(sync);
  if (contact === undefined) return;
  const { data } = contact;
  keepPdData(sync.world, contact, {
    ...data,
    members: data.members.filter(({ name }) => name !== pod),
    stores: data.stores.filter(({ address }) => !address.startsWith(`${pod}.`)),
  });
};
