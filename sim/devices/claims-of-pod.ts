import type { Pod } from "#kube/types/pod.ts";
import type { DeviceClaim } from "../apiserver/schema/kinds/devices.ts";
import { getObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";

export const DEVICE_CLAIMS = "resourceclaims.resource.k8s.io";

/** The claims for devices of a pod; undefined where one is not there yet. */
export const claimsOfPod = (world: World, pod: Pod): readonly (DeviceClaim | undefined)[] =>
  (pod.spec.resourceClaims ?? []).map(({ name, resourceClaimName }) => {
    const known = resourceClaimName ?? pod.status?.resourceClaimStatuses?.find((status) => status.name === name)?.resourceClaimName;
    return known === undefined ? undefined : getObject<DeviceClaim>(world, DEVICE_CLAIMS, pod.metadata.namespace, known);
  });
