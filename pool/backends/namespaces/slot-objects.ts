import { namespaceRules } from "#kube/confinement/namespace-rules.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { APP_ONCALL } from "#sim/bootstrap/team-access.ts";

/** ServiceAccount of the agent, in a namespace that the agent cannot read. */
export interface AgentAccount {
  readonly namespace: string;
  readonly name: string;
}

/** Returns the account of a slot's agent, in the pool's namespace. */
export const accountIn = (home: string, slot: string): AgentAccount => ({ namespace: home, name: `oncall-${slot}` });

/** Needs of an app in a slot. */
export interface SlotNeeds {
  /** Number of its workloads. */
  readonly workloads: number;
  /** API groups of its own kinds. */
  readonly groups: readonly string[];
}

/** Builds the objects of a slot beside the app, in the order of creation: those that an operator gives any team. */
export const buildSlotObjects = (namespace: string, { workloads, groups }: SlotNeeds, account: AgentAccount): readonly KubeObject[] => [
  object("v1", "ResourceQuota", namespace, "default", { spec: { hard: quotaFor(workloads) } }),
  object(RBAC, "Role", namespace, APP_ONCALL, { rules: namespaceRules(groups) }),
  object(RBAC, "RoleBinding", namespace, APP_ONCALL, {
    subjects: [{ kind: "ServiceAccount", name: account.name, namespace: account.namespace }],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: APP_ONCALL },
  }),
];

const RBAC = "rbac.authorization.k8s.io/v1";

const object = (apiVersion: string, kind: string, namespace: string, name: string, rest: object): KubeObject =>
  ({ apiVersion, kind, metadata: { name, namespace }, ...rest }) as KubeObject;

/**
 * Quota of object counts alone, since limits on CPU or memory would require them of every pod. Large enough to roll out
 * everything at once, with a margin.
 */
const quotaFor = (workloads: number): Readonly<Record<string, string>> => ({
  pods: `${workloads * 3 + 20}`,
  services: `${workloads * 2 + 20}`,
  "services.loadbalancers": "0",
  configmaps: `${workloads + 100}`,
  secrets: "100",
  persistentvolumeclaims: `${workloads + 10}`,
  "count/deployments.apps": `${workloads + 30}`,
  "count/statefulsets.apps": "30",
  "count/jobs.batch": "50",
});
