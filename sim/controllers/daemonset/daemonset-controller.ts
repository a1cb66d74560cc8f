import { isSameJson } from "#core/canonical-json.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { DaemonSet } from "#kube/types/workloads.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { claimPods } from "../../controller-runtime/claim-pods.ts";
import { type Controller, controllerOf, enqueueAfter, failTurn, itself, NO_KEYS, splitKey } from "../../controller-runtime/controller.ts";
import { REVISION_LABEL, revisionHash, syncRevisions, truncateHistory } from "../../controller-runtime/controller-revisions.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { resolvePercentage } from "../../controller-runtime/percentage.ts";
import { isPodAvailable, isPodReady } from "../../controller-runtime/pod-state.ts";
import { sayDeleted } from "../../controller-runtime/say-deleted.ts";
import type { World } from "../../kernel/world.ts";
import { daemonPod, nodeOf, placementOf } from "./daemon-pods.ts";

/** Keeps one pod on each node that fits. */
export const daemonSetController: Controller = {
  name: "daemonset",
  watches: {
    "daemonsets.apps": itself,
    pods: controllerOf("DaemonSet"),
    nodes: (world, { type, object, previous }) => {
      const [after, before] = [object as Node, previous as Node | undefined];
      const isSame =
        type === "MODIFIED" && before !== undefined && before.spec === after.spec && before.metadata.labels === after.metadata.labels;
      return isSame
        ? NO_KEYS
        : listObjects<DaemonSet>(world, "daemonsets.apps").map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    },
  },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const daemonSet = getObject<DaemonSet>(world, "daemonsets.apps", namespace, name);
    if (daemonSet === undefined || daemonSet.metadata.deletionTimestamp !== undefined) return;
    const revisions = syncRevisions(world, daemonSet, "daemon-set-controller");
    if (revisions === undefined) return failTurn(world);
    const hash = revisionHash(revisions.present);
    const pods = claimPods(world, daemonSet, { controller: "daemon-set-controller", selector: daemonSet.spec.selector });
    manage(world, daemonSet, pods, hash);
    if (daemonSet.spec.updateStrategy?.type !== "OnDelete") roll(world, daemonSet, pods, hash);
    truncateHistory(
      world,
      daemonSet,
      "daemon-set-controller",
      new Set([revisions.present.metadata.name, ...pods.map((pod) => `${name}-${pod.metadata.labels?.[REVISION_LABEL]}`)]),
    );
    const { numberReady, numberAvailable = 0 } = writeStatus(world, daemonSet, pods, hash);
    const { minReadySeconds = 0 } = daemonSet.spec;
    if (minReadySeconds > 0 && numberReady !== numberAvailable) enqueueAfter(world, "daemonset", key, minReadySeconds * 1000);
  },
};

const COMPONENT = "daemonset-controller";

/** Creates missing pods, deletes those that should not be or that ended. */
const manage = (world: World, daemonSet: DaemonSet, pods: readonly Pod[], hash: string): void => {
  const needing: Node[] = [];
  const surplus: Pod[] = [];
  for (const node of listObjects<Node>(world, "nodes")) {
    const here = pods.filter((pod) => nodeOf(pod) === node.metadata.name);
    const { shouldRun, mayStay } = placementOf(daemonSet, node);
    const present = here.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const running = mayStay ? present.filter((pod) => !isEnded(pod)) : [];
    const ended = mayStay ? present.filter(isEnded) : [];
    for (const pod of ended) tellEnd(world, daemonSet, pod, node);
    const isMissing = here.length === 0 || (running.length === 0 && maxSurgeOf(daemonSet, 1) > 0);
    if (shouldRun && isMissing) needing.push(node);
    surplus.push(...ended, ...(mayStay ? surplusOf(world, daemonSet, running, hash) : present));
  }
  for (const node of needing) create(world, daemonSet, node, hash);
  for (const pod of surplus) remove(world, daemonSet, pod);
};

const isEnded = ({ status }: Pod): boolean => status?.phase === "Failed" || status?.phase === "Succeeded";

const tellEnd = (world: World, daemonSet: DaemonSet, { metadata, status }: Pod, node: Node): void => {
  const isFailed = status?.phase === "Failed";
  const subject = `daemon pod ${metadata.namespace}/${metadata.name} on node ${node.metadata.name}`;
  clientFor(world, "daemon-set-controller").event(daemonSet, {
    type: isFailed ? "Warning" : "Normal",
    reason: isFailed ? "FailedDaemonPod" : "SucceededDaemonPod",
    message: isFailed ? `Found failed ${subject}, will try to kill it` : `Found succeeded ${subject}, will try to delete it`,
    component: COMPONENT,
  });
};

/** Pods to delete from a node: all but the oldest, or, during a surge, all but one of each revision until the new one is available. */
const surplusOf = (world: World, daemonSet: DaemonSet, running: readonly Pod[], hash: string): readonly Pod[] => {
  const pods = oldestFirst(running);
  if (maxSurgeOf(daemonSet, 1) === 0) return pods.slice(1);
  const [updated, old] = [pods.filter((pod) => isUpdated(pod, hash)), pods.filter((pod) => !isUpdated(pod, hash))];
  const surplus = pods.filter((pod) => pod !== updated[0] && pod !== old[0]);
  if (updated[0] === undefined || old[0] === undefined) return surplus;
  const isReplaced = !isPodReady(old[0]) || isPodAvailable(updated[0], daemonSet.spec.minReadySeconds ?? 0, world.nowMs());
  return isReplaced ? [...surplus, old[0]] : surplus;
};

/** Pods that have a node come first, then by age. */
const oldestFirst = (pods: readonly Pod[]): readonly Pod[] => {
  const place = ({ metadata, spec }: Pod): string =>
    `${spec.nodeName === undefined ? 1 : 0} ${metadata.creationTimestamp} ${metadata.name}`;
  return pods.length < 2 ? pods : [...pods].sort((a, b) => (place(a) < place(b) ? -1 : 1));
};

const isUpdated = ({ metadata }: Pod, hash: string): boolean => metadata.labels?.[REVISION_LABEL] === hash;

/** Number of nodes that may have a new pod beside the old one. */
const maxSurgeOf = ({ spec }: DaemonSet, nodes: number): number =>
  resolvePercentage(spec.updateStrategy?.rollingUpdate?.maxSurge ?? 0, nodes, "up");

const create = (world: World, daemonSet: DaemonSet, node: Node, hash: string): void => {
  const client = clientFor(world, "daemon-set-controller");
  const result = client.create<Pod>("pods", daemonPod(daemonSet, node, hash));
  const event = result.ok
    ? ({ type: "Normal", reason: "SuccessfulCreate", message: `Created pod: ${result.value.metadata.name}` } as const)
    : ({ type: "Warning", reason: "FailedCreate", message: `Error creating: ${result.error.message}` } as const);
  client.event(daemonSet, { ...event, component: COMPONENT });
};

const remove = (world: World, daemonSet: DaemonSet, { metadata }: Pod): void => {
  if (metadata.deletionTimestamp !== undefined) return;
  const client = clientFor(world, "daemon-set-controller");
  sayDeleted(client, daemonSet, metadata.name, { outcome: client.delete("pods", metadata.namespace, metadata.name), component: COMPONENT });
};

/** Replaces pods of old revisions within maxUnavailable; pods that are unavailable anyway are replaced first and do not count. */
const roll = (world: World, daemonSet: DaemonSet, pods: readonly Pod[], hash: string): void => {
  const alive = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const old = alive.filter(({ metadata }) => metadata.labels?.[REVISION_LABEL] !== hash);
  if (old.length === 0) return;
  const nodes = listObjects<Node>(world, "nodes").filter((node) => placementOf(daemonSet, node).shouldRun);
  const wanted = nodes.length;
  const maxSurge = maxSurgeOf(daemonSet, wanted);
  if (maxSurge > 0) return surge(world, daemonSet, { nodes, alive, hash, maxSurge });
  const maxUnavailable = Math.max(1, resolvePercentage(daemonSet.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, wanted, "up"));
  const isAvailable = (pod: Pod): boolean => isPodAvailable(pod, daemonSet.spec.minReadySeconds ?? 0, world.nowMs());
  const unavailable = wanted - alive.filter(isAvailable).length;
  let room = Math.max(0, maxUnavailable - unavailable);
  for (const pod of old) {
    if (!isAvailable(pod)) remove(world, daemonSet, pod);
    else if (room > 0) {
      room -= 1;
      remove(world, daemonSet, pod);
    }
  }
};

/** Surge update: creates new pods beside old ones, on up to maxSurge nodes, and deletes an old one when the new one is available. */
const surge = (
  world: World,
  daemonSet: DaemonSet,
  {
    nodes,
    alive,
    hash,
    maxSurge,
  }: { readonly nodes: readonly Node[]; readonly alive: readonly Pod[]; readonly hash: string; readonly maxSurge: number },
): void => {
  const isAvailable = (pod: Pod): boolean => isPodAvailable(pod, daemonSet.spec.minReadySeconds ?? 0, world.nowMs());
  const waiting: Node[] = [];
  let surging = 0;
  for (const node of nodes) {
    const here = alive.filter((pod) => nodeOf(pod) === node.metadata.name);
    const old = here.find((pod) => !isUpdated(pod, hash));
    const updated = here.find((pod) => isUpdated(pod, hash));
    if (old === undefined) continue;
    if (updated === undefined && !isAvailable(old)) create(world, daemonSet, node, hash);
    else if (updated === undefined) waiting.push(node);
    else if (isAvailable(updated)) remove(world, daemonSet, old);
    else surging += 1;
  }
  for (const node of waiting.slice(0, Math.max(0, maxSurge - surging))) create(world, daemonSet, node, hash);
};

const writeStatus = (world: World, daemonSet: DaemonSet, pods: readonly Pod[], hash: string): DaemonStatus => {
  const counts = { desired: 0, current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 };
  for (const node of listObjects<Node>(world, "nodes")) {
    const here = oldestFirst(pods.filter((pod) => nodeOf(pod) === node.metadata.name && pod.metadata.deletionTimestamp === undefined));
    const { shouldRun } = placementOf(daemonSet, node);
    if (!shouldRun) counts.misscheduled += here.length > 0 ? 1 : 0;
    if (!shouldRun) continue;
    counts.desired += 1;
    const [pod] = here;
    if (pod === undefined) continue;
    counts.current += 1;
    if (isPodReady(pod)) counts.ready += 1;
    if (isPodAvailable(pod, daemonSet.spec.minReadySeconds ?? 0, world.nowMs())) counts.available += 1;
    if (pod.metadata.labels?.[REVISION_LABEL] === hash) counts.updated += 1;
  }
  const unavailable = counts.desired - counts.available;
  const status: DaemonStatus = {
    currentNumberScheduled: counts.current,
    numberMisscheduled: counts.misscheduled,
    desiredNumberScheduled: counts.desired,
    numberReady: counts.ready,
    observedGeneration: daemonSet.metadata.generation ?? 0,
    ...(counts.updated === 0 ? {} : { updatedNumberScheduled: counts.updated }),
    ...(counts.available === 0 ? {} : { numberAvailable: counts.available }),
    ...(unavailable === 0 ? {} : { numberUnavailable: unavailable }),
  };
  if (!isSameJson(status, daemonSet.status ?? {}))
    clientFor(world, "daemon-set-controller").updateStatus("daemonsets.apps", { ...daemonSet, status });
  return status;
};

type DaemonStatus = NonNullable<DaemonSet["status"]>;
