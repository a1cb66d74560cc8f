import type { NetworkPolicy, NetworkPolicyPort } from "#kube/types/network.ts";

/** A policy that lets the pods of a workload be called on a port on which they do not listen. */
export interface Params {
  readonly target: string;
  /** `networkpolicy/<name>` */
  readonly policy: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Port that it allows. */
  readonly port: number;
}

/** Policy on the pods of these labels that lets anybody in on these ports, or on all if there are none. */
export const ingressPolicy = (
  { name, namespace }: { readonly name: string; readonly namespace?: string },
  labels: Params["labels"],
  ports: readonly NetworkPolicyPort[],
): NetworkPolicy =>
  ({
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    spec: {
      podSelector: { matchLabels: labels },
      policyTypes: ["Ingress"],
      ingress: [ports.length === 0 ? {} : { ports }],
    },
  }) as NetworkPolicy;
