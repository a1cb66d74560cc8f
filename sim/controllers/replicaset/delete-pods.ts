import type { Pod } from "#kube/types/pod.ts";
import type { ReplicaSet } from "#kube/types/workloads.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { isPodReady, readySinceMs } from "../../controller-runtime/pod-state.ts";
import { sayDeleted } from "../../controller-runtime/say-deleted.ts";
import type { World } from "../../kernel/world.ts";
import type { ReplicaKind } from "./replica-kind.ts";

/**
 * Deletes surplus pods, those first that are missed least.
 *
 * @returns what the API server said about the first failure
 */
export const deletePods = (
  world: World,
  { user }: ReplicaKind,
  replicaSet: ReplicaSet,
  { active, count }: { readonly active: readonly Pod[]; readonly count: number },
): string | undefined => {
  const client = clientFor(world, user);
  let failure: string | undefined;
  for (const { metadata } of rankForDeletion(active, world.nowMs()).slice(0, count)) {
    const result = client.delete("pods", metadata.namespace, metadata.name);
    sayDeleted(client, replicaSet, metadata.name, { outcome: result, component: user });
    if (!result.ok && result.error.reason !== "NotFound") failure ??= `unable to delete pods: ${result.error.message ?? ""}`;
  }
  return failure;
};

/** Pods in the order in which a ReplicaSet gives them up. */
export const rankForDeletion = (pods: readonly Pod[], nowMs: number): readonly Pod[] => {
  const perNode = new Map<string, number>();
  for (const { spec } of pods) perNode.set(spec.nodeName ?? "", (perNode.get(spec.nodeName ?? "") ?? 0) + 1);
  const rank = (pod: Pod): readonly number[] => [
    pod.spec.nodeName === undefined ? 0 : 1,
    PHASES.indexOf(pod.status?.phase ?? "Pending"),
    isPodReady(pod) ? 1 : 0,
    Number(pod.metadata.annotations?.["controller.kubernetes.io/pod-deletion-cost"] ?? "0"),
    -(perNode.get(pod.spec.nodeName ?? "") ?? 0),
    isPodReady(pod) ? logBucket(nowMs - readySinceMs(pod)) : 0,
    -Math.max(0, ...(pod.status?.containerStatuses ?? []).map(({ restartCount }) => restartCount)),
  ];
  const ranked = pods.map((pod) => ({ pod, rank: rank(pod) }));
  return ranked.sort((a, b) => compareRanks(a.rank, b.rank) || newerFirst(a.pod, b.pod)).map(({ pod }) => pod);
};

const PHASES: readonly string[] = ["Pending", "Unknown", "Running"];

/** Times are compared by their order of magnitude, so that the choice among old pods is not by age alone. */
const logBucket = (ms: number): number => Math.floor(Math.log2(Math.max(1, ms)));

const compareRanks = (a: readonly number[], b: readonly number[]): number => {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
};

const newerFirst = (a: Pod, b: Pod): number => {
  const [left, right] = [a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? ""];
  return left === right ? (a.metadata.name < b.metadata.name ? -1 : 1) : left > right ? -1 : 1;
};
