import type { KubeObject } from "#kube/types/meta.ts";

/** The range that the addresses of Services come from. */
export const serviceRange = (now: string): KubeObject =>
  ({
    apiVersion: "networking.k8s.io/v1",
    kind: "ServiceCIDR",
    metadata: { name: "kubernetes", finalizers: ["networking.k8s.io/service-cidr-finalizer"] },
    spec: { cidrs: ["10.96.0.0/16"] },
    status: {
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: now, reason: "", message: "Kubernetes Service CIDR is ready" }],
    },
  }) as KubeObject;
