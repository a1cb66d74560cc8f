import type { Service } from "#kube/types/network.ts";
import { addressWarnings, rangeWarnings } from "./address-warnings.ts";

/** Warnings of the server about a Service. */
export const serviceWarnings = ({ metadata, spec }: Service): readonly string[] => {
  const { loadBalancerIP, loadBalancerSourceRanges = [], trafficDistribution } = spec as Service["spec"] & BalancerFields;
  const { clusterIP, clusterIPs = [], externalIPs = [], type, externalName } = spec;
  const isHeadless = type === "ClusterIP" && clusterIP === "None";
  const isNamed = type === "ExternalName";
  return [
    ...say(
      HINTS in (metadata.annotations ?? {}),
      `annotation ${HINTS} is deprecated, please use service.kubernetes.io/topology-mode instead`,
    ),
    ...clusterIPs.flatMap((address, i) => (address === "None" ? [] : addressWarnings(address, `spec.clusterIPs[${i}]`))),
    ...say(isHeadless && Boolean(loadBalancerIP), "spec.loadBalancerIP is ignored for headless services"),
    ...say(isHeadless && externalIPs.length > 0, "spec.externalIPs is ignored for headless services"),
    ...say(isHeadless && spec.sessionAffinity !== "None", "spec.SessionAffinity is ignored for headless services"),
    ...externalIPs.flatMap((address, i) => addressWarnings(address, `spec.externalIPs[${i}]`)),
    ...(loadBalancerIP ? addressWarnings(loadBalancerIP, "spec.loadBalancerIP") : []),
    ...loadBalancerSourceRanges.flatMap((range, i) => rangeWarnings(range, `spec.loadBalancerSourceRanges[${i}]`)),
    ...say(isNamed && externalIPs.length > 0, 'spec.externalIPs is ignored when spec.type is "ExternalName"'),
    ...say(!isNamed && Boolean(externalName), 'spec.externalName is ignored when spec.type is not "ExternalName"'),
    ...say(trafficDistribution === "PreferClose", 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'),
  ];
};

interface BalancerFields {
  readonly loadBalancerIP?: string;
  readonly loadBalancerSourceRanges?: readonly string[];
  readonly trafficDistribution?: string;
}

const HINTS = "service.kubernetes.io/topology-aware-hints";

const say = (isSo: boolean, text: string): readonly string[] => (isSo ? [text] : []);
