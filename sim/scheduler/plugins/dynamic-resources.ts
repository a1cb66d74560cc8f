import type { DeviceClaim } from "../../apiserver/schema/kinds/devices.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { claimsOfPod, DEVICE_CLAIMS } from "../../devices/claims-of-pod.ts";
import type { World } from "../../kernel/world.ts";
import { type FilterPlugin, unschedulableAndUnresolvable } from "../filter-plugin.ts";

/**
 * Filter of dynamic resources: a pod's claims and their classes must exist, and a node must have the devices. No node of a simulated
 * cluster has a driver, so a claim stays unallocated unless a client allocates it.
 */
export const dynamicResources: FilterPlugin = {
  name: "DynamicResources",
  mayTry: ({ world, pod }) => claimsOfPod(world, pod).every((claim) => claim !== undefined),
  refuse: ({ world, pod }) => {
    for (const claim of claimsOfPod(world, pod)) {
      const missing = claim === undefined ? undefined : missingClass(world, claim);
      if (missing !== undefined) return missing;
    }
    return undefined;
  },
  refusesAllNodes: true,
  filter: ({ world, pod }) =>
    claimsOfPod(world, pod).every((claim) => claim?.status?.allocation !== undefined)
      ? undefined
      : unschedulableAndUnresolvable("cannot allocate all claims"),
  postFilterMessage: "still not schedulable",
  isCuredBy: ({ resource }) => CURES.includes(resource),
};

const CURES: readonly string[] = [DEVICE_CLAIMS, "deviceclasses.resource.k8s.io", "resourceslices.resource.k8s.io"];

const missingClass = (world: World, { spec, status }: DeviceClaim): string | undefined => {
  if (status?.allocation !== undefined) return undefined;
  for (const { name, exactly, firstAvailable = [] } of spec.devices?.requests ?? []) {
    const wanted = [...(exactly === undefined ? [] : [exactly]), ...firstAvailable];
    const missing = wanted.find(({ deviceClassName }) => !getObject(world, "deviceclasses.resource.k8s.io", undefined, deviceClassName));
    if (missing !== undefined) return `request ${name}: device class ${missing.deviceClassName} does not exist`;
  }
  return undefined;
};
