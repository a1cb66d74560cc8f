import type { EndpointSlice, Endpoints, NetworkPolicy, NetworkPolicyPeer } from "#kube/types/network.ts";
import { addressWarnings, rangeWarnings } from "./address-warnings.ts";

/** Warnings of the server about a NetworkPolicy. */
export const policyWarnings = ({ spec }: NetworkPolicy): readonly string[] => [
  ...(spec.ingress ?? []).flatMap(({ from = [] }, i) => peerWarnings(from, `spec.ingress[${i}].from`)),
  ...(spec.egress ?? []).flatMap(({ to = [] }, i) => peerWarnings(to, `spec.egress[${i}].to`)),
];

const peerWarnings = (peers: readonly NetworkPolicyPeer[], path: string): readonly string[] =>
  peers.flatMap(({ ipBlock }, i) =>
    ipBlock === undefined
      ? []
      : [
          ...rangeWarnings(ipBlock.cidr, `${path}[${i}].ipBlock.cidr`),
          ...(ipBlock.except ?? []).flatMap((range, j) => rangeWarnings(range, `${path}[${i}].ipBlock.except[${j}]`)),
        ],
  );

/** Warnings of the server about Endpoints; its own controller's are skipped. */
export const endpointsWarnings = ({ metadata, subsets }: Endpoints): readonly string[] =>
  metadata.labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller"
    ? []
    : (subsets ?? []).flatMap((subset, i) =>
        (["addresses", "notReadyAddresses"] as const).flatMap((list) =>
          (subset[list] ?? []).flatMap(({ ip }, j) => addressWarnings(ip, `subsets[${i}].${list}[${j}].ip`)),
        ),
      );

/** Warnings of the server about an EndpointSlice. */
export const sliceWarnings = ({ metadata, addressType, endpoints }: EndpointSlice): readonly string[] => [
  ...(addressType === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : []),
  ...(OWN_MANAGERS.has(metadata.labels?.["endpointslice.kubernetes.io/managed-by"] ?? "")
    ? []
    : (endpoints ?? []).flatMap(({ addresses }, i) =>
        addresses.flatMap((address, j) => addressWarnings(address, `endpoints[${i}].addresses[${j}]`)),
      )),
];

const OWN_MANAGERS: ReadonlySet<string> = new Set(["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"]);
