import type { Node } from "#kube/types/cluster.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";

/**
 * Takes the next free address of a node's pod range.
 *
 * Addresses go round, so that one that was given back is not given out again at once.
 * @returns undefined when the range is used up
 */
export const allocateAddress = (world: World, node: string, podUid: string): string | undefined => {
  const base = rangeOf(world, node);
  const taken = world.map<string>(ADDRESSES);
  for (let tries = 0; tries < HOSTS; tries++) {
    const address = `${base}.${2 + ((world.count(`kubelet/address/${node}`) - 1) % HOSTS)}`;
    if (taken.has(address)) continue;
    taken.set(address, podUid);
    return address;
  }
  return undefined;
};

/** Gives an address back. */
export const releaseAddress = (world: World, address: string, podUid: string): void => {
  const taken = world.map<string>(ADDRESSES);
  if (taken.get(address) === podUid) taken.delete(address);
};

const ADDRESSES = "kubelet/addresses";
const HOSTS = 253;

const rangeOf = (world: World, node: string): string => {
  const cidr = getObject<Node>(world, "nodes", undefined, node)?.spec.podCIDR ?? "10.244.250.0/24";
  return cidr.slice(0, cidr.lastIndexOf("."));
};
