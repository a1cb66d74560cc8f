import type { KubeObject } from "#kube/types/meta.ts";
import { defineKind } from "../kind-strategy.ts";

/** `resource.k8s.io/v1 ResourceClaim`: devices that are asked for. */
export interface DeviceClaim extends KubeObject {
  readonly spec: DeviceClaimSpec;
  readonly status?: { readonly allocation?: object };
}

/** Spec of a device claim: its requests, each with a device class. */
export interface DeviceClaimSpec {
  readonly devices?: {
    readonly requests?: readonly {
      readonly name: string;
      readonly exactly?: { readonly deviceClassName: string };
      readonly firstAvailable?: readonly { readonly deviceClassName: string }[];
    }[];
  };
}

/** `resource.k8s.io/v1 ResourceClaimTemplate`: template of the claims of pods. */
export interface DeviceClaimTemplate extends KubeObject {
  readonly spec: { readonly metadata?: KubeObject["metadata"]; readonly spec: DeviceClaimSpec };
}

/** Strategies of kinds for device allocation. */
export const deviceKinds = {
  // The core group has a type of the same name.
  "resourceclaims.resource.k8s.io": defineKind<DeviceClaim>({
    typeName: "DeviceResourceClaim",
    hasStatus: true,
    prepareCreate: (claim) => ({ ...claim, status: {} }),
  }),
};
