import { isSameJson } from "#core/canonical-json.ts";
import type { Pod } from "#kube/types/pod.ts";
import { MEMBERS, type Member, TIDB_CLUSTERS } from "#kube/types/tidb-cluster.ts";
import { getByKey, listObjects, objectKey } from "../../apiserver/store/store.ts";
import { type Controller, controllerOf, enqueueAfter, itself, lookLater, NO_KEYS } from "../../controller-runtime/controller.ts";
import type { World } from "../../kernel/world.ts";
import { operatorClient } from "../operator-client.ts";
import { findOperator, isOperatorBooting, type OperatorProcess } from "../operator-process.ts";
import { applyChild } from "./apply-child.ts";
import { discoveryObjects } from "./desired/discovery.ts";
import { memberServices } from "./desired/services.ts";
import { isPdAvailable, isTikvAvailable } from "./read-members.ts";
import { withReady } from "./ready-condition.ts";
import { failed, type Sync, type SyncEnd, titleOf, waits } from "./sync.ts";
import { syncSet } from "./sync-set.ts";
import type { TidbCluster } from "./tidb-cluster.ts";

/** The TiDB operator: it works while a pod of its runs and is ready, with the rights of that pod's service account. */
export const tidbOperator: Controller = {
  name: "tidb-operator",
  watches: {
    [TIDB_CLUSTERS]: itself,
    "statefulsets.apps": controllerOf("TidbCluster"),
    pods: (world, { object }) => (isOperatorPod(object as Pod) ? keysOfAll(world) : NO_KEYS),
  },
  // It has a delay of its own for each look, and for failures too.
  retry: { triesMax: 0 },
  reconcile: (world, key) => {
    const cluster = getByKey<TidbCluster>(world, TIDB_CLUSTERS, key);
    if (cluster === undefined || cluster.metadata.deletionTimestamp !== undefined) return;
    const operator = findOperator(world, PROGRAM, cluster.metadata.namespace ?? "");
    // A container without a probe is ready before its program is.
    if (operator === undefined && isOperatorBooting(world, PROGRAM)) enqueueAfter(world, "tidb-operator", key, LOOK_AGAIN_MS);
    if (operator === undefined) return;
    const ended = reconcileCluster(world, operator, cluster);
    const failures = world.map<number>(FAILURES);
    if (ended === undefined) {
      if (failures.get(key) !== undefined) failures.delete(key);
      return lookLater(world, "tidb-operator", key, RESYNC_MS);
    }
    report(operator, key, ended);
    const count = failures.get(key) ?? 0;
    failures.set(key, count + 1);
    enqueueAfter(world, "tidb-operator", key, Math.min(RETRY_MIN_MS * 2 ** Math.min(count, 10), RESYNC_MS));
  },
};

/** Program in the operator's image. */
const PROGRAM = "tidb-controller-manager";
const FAILURES = "operators/tidb/failures";
/** Interval at which it looks at everything again, ms; a failure is tried again sooner. */
const RESYNC_MS = 30_000;
const RETRY_MIN_MS = 1000;
const LOOK_AGAIN_MS = 500;

const isOperatorPod = ({ spec }: Pod): boolean => spec.containers.some(({ image }) => image?.includes("/tidb-operator") === true);

const keysOfAll = (world: World): readonly string[] =>
  listObjects<TidbCluster>(world, TIDB_CLUSTERS).map(({ metadata }) => objectKey(metadata.namespace, metadata.name));

const report = (operator: OperatorProcess, key: string, { kind, text }: SyncEnd): void =>
  kind === "waits"
    ? operator.log("I", "tidb_cluster_controller.go:139", `TidbCluster: ${key}, still need sync: ${text}, requeuing`)
    : operator.log("E", "tidb_cluster_controller.go:141", `TidbCluster: ${key}, sync failed ${text}, requeuing`);

const reconcileCluster = (world: World, operator: OperatorProcess, cluster: TidbCluster): SyncEnd | undefined => {
  const client = operatorClient(world, operator);
  const sync: Sync = { world, operator, client, cluster, status: { ...cluster.status } };
  const unseen = client.refuseList(TIDB_CLUSTERS, cluster.metadata.namespace ?? "");
  if (unseen !== undefined) return failed(unseen.message ?? "");
  const ended = syncAll(sync);
  sync.status.conditions = withReady(sync);
  if (isSameJson(sync.status, cluster.status ?? {})) return ended;
  const written = client.update(TIDB_CLUSTERS, { ...cluster, status: sync.status } as TidbCluster);
  return ended ?? (written.ok ? undefined : failed(written.error.message ?? ""));
};

/** Goes through the components in order; one that is not well keeps those that need it as they are. */
const syncAll = (sync: Sync): SyncEnd | undefined => {
  const { operator, cluster } = sync;
  const image = discoveryImage(operator);
  for (const { resource, object } of cluster.spec.paused === true ? [] : discoveryObjects(cluster, image)) {
    const ended = applyChild(sync, resource, object);
    if (ended !== undefined) return ended;
  }
  for (const member of MEMBERS) {
    if (cluster.spec[member] === undefined) continue;
    const ended = mayBegin(sync, member) ?? syncServices(sync, member) ?? syncSet(sync, member);
    if (ended !== undefined) return ended;
  }
  return undefined;
};

const mayBegin = (sync: Sync, member: Member): SyncEnd | undefined => {
  if (member === "tikv" && !isPdAvailable(sync)) return waits(`TidbCluster: [${titleOf(sync)}], waiting for PD cluster running`);
  if (member === "tidb" && !isTikvAvailable(sync)) return waits(`TidbCluster: [${titleOf(sync)}], waiting for TiKV cluster running`);
  return undefined;
};

const syncServices = (sync: Sync, member: Member): SyncEnd | undefined => {
  for (const service of sync.cluster.spec.paused === true ? [] : memberServices(sync.cluster, member)) {
    const ended = applyChild(sync, "services", service);
    if (ended !== undefined) return ended;
  }
  return undefined;
};

/** Image that its options name; it is its own where they name none. */
const discoveryImage = ({ process: { start } }: OperatorProcess): string =>
  (start.words ?? []).find((word) => word.startsWith(DISCOVERY_OPTION))?.slice(DISCOVERY_OPTION.length) ?? start.container.image ?? "";

const DISCOVERY_OPTION = "-tidb-discovery-image=";
