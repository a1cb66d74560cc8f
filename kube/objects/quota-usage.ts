import type { ResourceQuota } from "../types/cluster.ts";
import type { KubeObject } from "../types/meta.ts";
import type { Service } from "../types/network.ts";
import type { Container, Pod } from "../types/pod.ts";
import type { PersistentVolumeClaim } from "../types/storage.ts";
import { podLimits, podRequests } from "./pod-requests.ts";
import { subtractQuantities } from "./quantity.ts";

/** Amounts by the names that quotas use: `requests.cpu`, `pods`, `count/deployments.apps`. */
export type Usage = Readonly<Record<string, string>>;

/** Usage of one object, by every name that a quota could limit. */
export const usageOf = (resource: string, object: KubeObject): Usage => {
  const counted = { [`count/${resource}`]: "1" };
  const special = SPECIAL[resource];
  return special === undefined ? counted : { ...counted, ...special(object) };
};

/** True when the quota's scopes cover the object; scopes are about pods, and claims by volume attributes. */
export const quotaCovers = (quota: ResourceQuota, resource: string, object: KubeObject): boolean => {
  const selectors = scopeSelectorsOf(quota);
  if (selectors.length === 0) return true;
  return resource === "pods" && selectors.every((selector) => podIsInScope(selector, object as Pod));
};

/** Names among a quota's hard limits that an object of the resource can use up. */
export const limitedNames = (resource: string, hard: Usage): readonly string[] =>
  Object.keys(hard)
    .filter((name) => isNameOf(name, resource))
    .sort();

/**
 * Compute resources that a quota limits and a container leaves open, as the refusal lists them.
 *
 * @returns `limits.cpu for: app; limits.memory for: app,side`, undefined when nothing is missing
 */
export const missingCompute = (pod: Pod, names: readonly string[]): string | undefined => {
  const parts: string[] = [];
  for (const name of names.filter((candidate) => MUST_BE_SET.has(candidate))) {
    const lacking = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].filter((container) => !sets(container, name));
    if (lacking.length > 0) parts.push(`${name} for: ${[...new Set(lacking.map((container) => container.name))].sort().join(",")}`);
  }
  return parts.length === 0 ? undefined : parts.join("; ");
};

/** Increase of usage by a change; never negative. */
export const usageDelta = (resource: string, object: KubeObject, old: KubeObject | undefined): Usage => {
  const now = usageOf(resource, object);
  if (old === undefined) return now;
  const before = usageOf(resource, old);
  const delta: Record<string, string> = {};
  for (const name in now) {
    const grown = before[name] === undefined ? (now[name] as string) : subtractQuantities(now[name] as string, before[name]);
    if (!grown.startsWith("-") && grown !== "0") delta[name] = grown;
  }
  return delta;
};

/** True for a pod that no longer counts. */
export const isTerminal = ({ status }: Pod): boolean => status?.phase === "Succeeded" || status?.phase === "Failed";

const podUsage = (object: KubeObject): Usage => {
  const pod = object as Pod;
  if (isTerminal(pod)) return {};
  const usage: Record<string, string> = { pods: "1" };
  const requests = podRequests(pod.spec);
  const limits = podLimits(pod.spec);
  for (const name of COMPUTE) {
    if (requests[name] !== undefined) usage[name] = usage[`requests.${name}`] = requests[name];
    if (limits[name] !== undefined) usage[`limits.${name}`] = limits[name];
  }
  return usage;
};

const serviceUsage = (object: KubeObject): Usage => {
  const { type, ports = [], allocateLoadBalancerNodePorts } = (object as Service).spec;
  const usage: Record<string, string> = { services: "1" };
  if (type === "LoadBalancer") usage["services.loadbalancers"] = "1";
  if (type === "NodePort" || (type === "LoadBalancer" && allocateLoadBalancerNodePorts !== false))
    usage["services.nodeports"] = `${ports.length}`;
  return usage;
};

const claimUsage = (object: KubeObject): Usage => {
  const { spec } = object as PersistentVolumeClaim;
  const storage = spec.resources?.requests?.["storage"];
  const prefix = spec.storageClassName ? `${spec.storageClassName}.storageclass.storage.k8s.io/` : undefined;
  return {
    persistentvolumeclaims: "1",
    ...(storage !== undefined && { "requests.storage": storage }),
    ...(prefix !== undefined && { [`${prefix}persistentvolumeclaims`]: "1" }),
    ...(prefix !== undefined && storage !== undefined && { [`${prefix}requests.storage`]: storage }),
  };
};

const counted = (name: string) => (): Usage => ({ [name]: "1" });

const SPECIAL: Readonly<Record<string, (object: KubeObject) => Usage>> = {
  pods: podUsage,
  services: serviceUsage,
  persistentvolumeclaims: claimUsage,
  configmaps: counted("configmaps"),
  secrets: counted("secrets"),
  replicationcontrollers: counted("replicationcontrollers"),
  resourcequotas: counted("resourcequotas"),
};

const COMPUTE = ["cpu", "memory", "ephemeral-storage"];
const POD_NAMES = new Set(["pods", ...COMPUTE, ...COMPUTE.flatMap((name) => [`requests.${name}`, `limits.${name}`])]);
const MUST_BE_SET = new Set(["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"]);

const isNameOf = (name: string, resource: string): boolean => {
  if (name === `count/${resource}`) return true;
  if (resource === "pods") return POD_NAMES.has(name);
  if (resource === "services") return name === "services" || name.startsWith("services.");
  if (resource === "persistentvolumeclaims") {
    return name === "persistentvolumeclaims" || name === "requests.storage" || name.includes(".storageclass.storage.k8s.io/");
  }
  return name === resource && SPECIAL[resource] !== undefined;
};

const sets = ({ resources }: Container, name: string): boolean =>
  name.startsWith("limits.")
    ? resources?.limits?.[name.slice("limits.".length)] !== undefined
    : resources?.requests?.[name.replace("requests.", "")] !== undefined;

interface ScopeSelector {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const scopeSelectorsOf = ({ spec }: ResourceQuota): readonly ScopeSelector[] => {
  const selected = (spec.scopeSelector as { readonly matchExpressions?: readonly ScopeSelector[] } | undefined)?.matchExpressions ?? [];
  return [...(spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: "Exists" })), ...selected];
};

const podIsInScope = ({ scopeName, operator, values = [] }: ScopeSelector, pod: Pod): boolean => {
  const className = pod.spec.priorityClassName;
  switch (scopeName) {
    case "Terminating":
      return pod.spec.activeDeadlineSeconds !== undefined;
    case "NotTerminating":
      return pod.spec.activeDeadlineSeconds === undefined;
    case "BestEffort":
      return isBestEffort(pod);
    case "NotBestEffort":
      return !isBestEffort(pod);
    case "PriorityClass":
      return matchesClass(className, operator, values);
    case "CrossNamespacePodAffinity":
      return reachesOtherNamespaces(pod);
    default:
      return false;
  }
};

/** True for pods whose affinity looks at pods of other namespaces. */
const reachesOtherNamespaces = ({ spec }: Pod): boolean => {
  const { podAffinity, podAntiAffinity } = (spec.affinity ?? {}) as Readonly<Record<string, AffinityTerms | undefined>>;
  const terms = [podAffinity, podAntiAffinity].flatMap((affinity) => [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ]);
  return terms.some(({ namespaces = [], namespaceSelector }) => namespaces.length > 0 || namespaceSelector !== undefined);
};

interface AffinityTerm {
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: unknown;
}

interface AffinityTerms {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly AffinityTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly podAffinityTerm: AffinityTerm }[];
}

const matchesClass = (className: string | undefined, operator: string, values: readonly string[]): boolean => {
  if (operator === "Exists") return className !== undefined;
  if (operator === "DoesNotExist") return className === undefined;
  if (operator === "In") return className !== undefined && values.includes(className);
  return className === undefined || !values.includes(className);
};

const isBestEffort = ({ spec }: Pod): boolean =>
  [...spec.containers, ...(spec.initContainers ?? [])].every(
    ({ resources }) => Object.keys({ ...resources?.requests, ...resources?.limits }).length === 0,
  );
