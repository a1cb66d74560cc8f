import { qualifiedNameProblems } from "#kube/objects/names.ts";
import type { Service } from "#kube/types/network.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../../../field-error.ts";
import { cidrErrors } from "../../../validation/addresses.ts";

/** Members that few Services set. */
interface Traffic {
  readonly type?: string;
  readonly loadBalancerSourceRanges?: readonly string[];
  readonly loadBalancerClass?: string;
  readonly allocateLoadBalancerNodePorts?: boolean;
  readonly externalIPs?: readonly string[];
  readonly externalTrafficPolicy?: string;
  readonly internalTrafficPolicy?: string;
  readonly healthCheckNodePort?: number;
  readonly trafficDistribution?: string;
}

/** Field errors of a Service's traffic policies and source ranges. */
export const trafficErrors = ({ spec }: Service): readonly FieldError[] => {
  const traffic: Traffic = spec;
  const errors: FieldError[] = [];
  balancerErrors(traffic, errors);
  externalErrors(traffic, errors);
  const { internalTrafficPolicy: internal, trafficDistribution: spread } = traffic;
  if (internal === undefined && traffic.type !== "ExternalName" && KNOWN_TYPES.has(traffic.type ?? "")) {
    errors.push(required("spec.internalTrafficPolicy"));
  }
  if (internal !== undefined && !POLICIES.includes(internal)) errors.push(unsupported("spec.internalTrafficPolicy", internal, POLICIES));
  if (spread !== undefined && !SPREADS.includes(spread)) errors.push(unsupported("spec.trafficDistribution", spread, SPREADS));
  return errors;
};

/** Tells Services that need a health check node port. */
export const needsHealthPort = ({ spec }: Service): boolean => spec.type === "LoadBalancer" && spec.externalTrafficPolicy === "Local";

const KNOWN_TYPES = new Set(["ClusterIP", "NodePort", "LoadBalancer"]);
const POLICIES = ["Cluster", "Local"];
const SPREADS = ["PreferClose", "PreferSameZone", "PreferSameNode"];
const FOR_BALANCERS = "may only be used when `type` is 'LoadBalancer'";

const balancerErrors = (traffic: Traffic, errors: FieldError[]): void => {
  const { loadBalancerSourceRanges: ranges = [], allocateLoadBalancerNodePorts: allocates, loadBalancerClass } = traffic;
  const isBalancer = traffic.type === "LoadBalancer";
  // The server spells this path with a capital letter.
  if (ranges.length > 0 && !isBalancer) errors.push(forbiddenField("spec.LoadBalancerSourceRanges", FOR_BALANCERS));
  for (const [i, range] of ranges.entries()) errors.push(...cidrErrors(`spec.LoadBalancerSourceRanges[${i}]`, range.trim()));
  if (allocates !== undefined && !isBalancer) errors.push(forbiddenField("spec.allocateLoadBalancerNodePorts", FOR_BALANCERS));
  if (allocates === undefined && isBalancer) errors.push(required("allocateLoadBalancerNodePorts"));
  if (loadBalancerClass === undefined) return;
  if (!isBalancer) errors.push(forbiddenField("spec.loadBalancerClass", FOR_BALANCERS));
  else errors.push(...invalidEach("spec.loadBalancerClass", loadBalancerClass, qualifiedNameProblems(loadBalancerClass)));
};

const externalErrors = (traffic: Traffic, errors: FieldError[]): void => {
  const { type, externalTrafficPolicy: policy, healthCheckNodePort: port = 0, externalIPs = [] } = traffic;
  const isReachable = type === "LoadBalancer" || type === "NodePort" || (type === "ClusterIP" && externalIPs.length > 0);
  if (!isReachable) {
    if (policy) errors.push(invalidValue("spec.externalTrafficPolicy", policy, "may only be set for externally-accessible services"));
  } else if (!policy) errors.push(required("spec.externalTrafficPolicy"));
  else if (!POLICIES.includes(policy)) errors.push(unsupported("spec.externalTrafficPolicy", policy, POLICIES));
  if (type === "LoadBalancer" && policy === "Local") return;
  if (port !== 0) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalidValue("spec.healthCheckNodePort", port, detail));
  }
};
