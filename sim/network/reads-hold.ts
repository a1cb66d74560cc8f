import type { Pod } from "#kube/types/pod.ts";
import { getByKey } from "../apiserver/store/store.ts";
import { PROCESSES, type Process } from "../apps/runtime/process.ts";
import type { World } from "../kernel/world.ts";
import { isNewToNetwork, NO_PROCESSES, NO_SLICES, podsByIP, processesByPod, slicesByService } from "./network-index.ts";
import type { NetworkRead } from "./network-reads.ts";

/**
 * True when all recorded reads would give the same values, so that the result derived from them is valid. Services, policies, namespaces
 * and nodes change seldom: they are compared together, by the revision of the network's frame.
 */
export const readsHold = (world: World, reads: readonly NetworkRead[]): boolean => {
  for (const read of reads) if (!readHolds(world, read)) return false;
  return true;
};

const readHolds = (world: World, read: NetworkRead): boolean => {
  switch (read.kind) {
    case "pod-at":
      return isSamePod(podsByIP(world).get(read.ip), read.was);
    case "pod":
      return isSamePod(getByKey<Pod>(world, "pods", read.key), read.was);
    case "slices":
      return isSameList(slicesByService(world).get(read.key) ?? NO_SLICES, read.was);
    case "processes":
      return isSameList(processesByPod(world).get(read.key) ?? NO_PROCESSES, read.was);
    case "process":
      return world.map<Process>(PROCESSES).get(read.key) === read.was;
    case "entry":
      return world.map(read.map).get(read.key) === read.was;
    case "answer":
      return read.holds(world);
    default:
      return false;
  }
};

const isSamePod = (now: Pod | undefined, was: Pod | undefined): boolean =>
  now === was ||
  (now !== undefined &&
    was !== undefined &&
    now.metadata.name === was.metadata.name &&
    now.metadata.namespace === was.metadata.namespace &&
    !isNewToNetwork(now, was));

const isSameList = <T>(now: readonly T[], was: readonly T[]): boolean =>
  now === was || (now.length === was.length && now.every((one, i) => one === was[i]));
