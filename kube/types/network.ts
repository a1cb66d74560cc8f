import type { IntOrString, KubeObject, LabelSelector } from "./meta.ts";

export interface Service extends KubeObject {
  readonly spec: {
    readonly type?: "ClusterIP" | "NodePort" | "LoadBalancer" | "ExternalName";
    readonly selector?: Readonly<Record<string, string>>;
    readonly ports?: readonly ServicePort[];
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly externalName?: string;
    readonly externalIPs?: readonly string[];
    readonly ipFamilies?: readonly string[];
    readonly ipFamilyPolicy?: string;
    readonly internalTrafficPolicy?: "Cluster" | "Local";
    readonly externalTrafficPolicy?: "Cluster" | "Local";
    readonly publishNotReadyAddresses?: boolean;
    readonly sessionAffinity?: string;
    readonly allocateLoadBalancerNodePorts?: boolean;
    readonly healthCheckNodePort?: number;
  };
  readonly status?: { readonly loadBalancer?: Readonly<Record<string, unknown>> };
}

export interface ServicePort {
  readonly name?: string;
  readonly protocol?: "TCP" | "UDP" | "SCTP";
  readonly appProtocol?: string;
  readonly port: number;
  readonly targetPort?: IntOrString;
  readonly nodePort?: number;
}

export interface Endpoints extends KubeObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly EndpointAddress[];
    readonly notReadyAddresses?: readonly EndpointAddress[];
    readonly ports?: readonly {
      readonly name?: string;
      readonly port: number;
      readonly protocol?: string;
      readonly appProtocol?: string;
    }[];
  }[];
}

export interface EndpointAddress {
  readonly ip: string;
  readonly nodeName?: string;
  readonly hostname?: string;
  readonly targetRef?: { readonly kind: string; readonly namespace?: string; readonly name: string; readonly uid?: string };
}

/** Label of the EndpointSlices that a controller writes, which names it, and makes anew under another name. */
export const SLICE_MANAGED_BY = "endpointslice.kubernetes.io/managed-by";

export interface EndpointSlice extends KubeObject {
  readonly addressType: "IPv4" | "IPv6" | "FQDN";
  /** Null: none. */
  readonly endpoints: readonly SliceEndpoint[] | null;
  readonly ports?:
    | readonly { readonly name?: string; readonly port?: number; readonly protocol?: string; readonly appProtocol?: string }[]
    | null;
}

export interface SliceEndpoint {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean };
  readonly hints?: { readonly forZones?: readonly { readonly name?: string }[]; readonly forNodes?: readonly { readonly name?: string }[] };
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: { readonly kind: string; readonly namespace?: string; readonly name: string; readonly uid?: string };
}

export interface NetworkPolicy extends KubeObject {
  readonly spec: {
    readonly podSelector: LabelSelector;
    readonly policyTypes?: readonly ("Ingress" | "Egress")[];
    readonly ingress?: readonly { readonly from?: readonly NetworkPolicyPeer[]; readonly ports?: readonly NetworkPolicyPort[] }[];
    readonly egress?: readonly { readonly to?: readonly NetworkPolicyPeer[]; readonly ports?: readonly NetworkPolicyPort[] }[];
  };
}

export interface NetworkPolicyPeer {
  readonly podSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

export interface NetworkPolicyPort {
  readonly protocol?: string;
  readonly port?: IntOrString;
  readonly endPort?: number;
}

export interface Ingress extends KubeObject {
  readonly spec: {
    readonly ingressClassName?: string;
    readonly defaultBackend?: unknown;
    readonly tls?: readonly { readonly hosts?: readonly string[]; readonly secretName?: string }[];
    readonly rules?: readonly {
      readonly host?: string;
      readonly http?: {
        readonly paths: readonly {
          readonly path?: string;
          readonly pathType: string;
          readonly backend: {
            readonly service?: { readonly name: string; readonly port?: { readonly name?: string; readonly number?: number } };
          };
        }[];
      };
    }[];
  };
  readonly status?: { readonly loadBalancer?: Readonly<Record<string, unknown>> };
}
