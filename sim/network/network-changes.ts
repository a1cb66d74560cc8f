import type { Namespace } from "#kube/types/cluster.ts";
import type { EndpointSlice, NetworkPolicy } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects, objectKey } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import type { Process } from "../processes/process.ts";
import { processesByPod, slicesByService } from "./network-index.ts";
import { SUBJECTS } from "./network-subjects.ts";

/** All that connections are made from, besides what changes seldom, at an instant. */
export interface NetworkState {
  readonly pods: readonly Pod[];
  readonly slices: ReadonlyMap<string, readonly EndpointSlice[]>;
  readonly processes: ReadonlyMap<string, readonly Process[]>;
  readonly policies: readonly NetworkPolicy[];
  readonly namespaces: readonly Namespace[];
}

export const networkState = (world: World): NetworkState => ({
  pods: listObjects<Pod>(world, "pods"),
  slices: slicesByService(world),
  processes: processesByPod(world),
  policies: listObjects<NetworkPolicy>(world, "networkpolicies.networking.k8s.io"),
  namespaces: listObjects<Namespace>(world, "namespaces"),
});

/** Subjects that may read differently in one state than in the other; all others read the same. */
export const changedSubjects = (before: NetworkState, now: NetworkState): ReadonlySet<string> => {
  const changed = new Set<string>();
  for (const { metadata, status } of differingPods(before.pods, now.pods)) {
    changed.add(SUBJECTS.pod(objectKey(metadata.namespace, metadata.name)));
    if (status?.podIP !== undefined) changed.add(SUBJECTS.address(status.podIP));
  }
  for (const key of differingKeys(before.slices, now.slices)) changed.add(SUBJECTS.slices(key));
  for (const key of differingKeys(before.processes, now.processes)) changed.add(SUBJECTS.processes(key));
  if (before.policies !== now.policies || before.namespaces !== now.namespaces) changed.add(SUBJECTS.policies);
  return changed;
};

/** Pods that are in one list only; one that was written is in both, in another version each. */
const differingPods = (before: readonly Pod[], now: readonly Pod[]): readonly Pod[] => {
  if (before === now) return [];
  const [known, present] = [new Set(before), new Set(now)];
  return [...before.filter((pod) => !present.has(pod)), ...now.filter((pod) => !known.has(pod))];
};

type Lists<T> = ReadonlyMap<string, readonly T[]>;

const differingKeys = <T>(before: Lists<T>, now: Lists<T>): readonly string[] => {
  if (before === now) return [];
  const gone = [...before.keys()].filter((key) => !now.has(key));
  return [...gone, ...[...now].filter(([key, list]) => !hasSameItems(before.get(key), list)).map(([key]) => key)];
};

const hasSameItems = <T>(before: readonly T[] | undefined, now: readonly T[]): boolean =>
  before !== undefined && before.length === now.length && now.every((item, i) => item === before[i]);
