import type { KubeObject } from "#kube/types/meta.ts";
import { APP_ONCALL, NAMESPACE_RULES } from "#sim/bootstrap/team-access.ts";

/** Who the agent is in a slot: a service account that lives where the agent cannot look. */
export interface AgentAccount {
  readonly namespace: string;
  readonly name: string;
}

/** What a slot holds beside the app, in the order in which it is made: what an operator gives any team. */
export const buildSlotObjects = (namespace: string, workloads: number, account: AgentAccount): readonly KubeObject[] => [
  object("v1", "ResourceQuota", namespace, "default", { spec: { hard: quotaFor(workloads) } }),
  object(RBAC, "Role", namespace, APP_ONCALL, { rules: NAMESPACE_RULES }),
  object(RBAC, "RoleBinding", namespace, APP_ONCALL, {
    subjects: [{ kind: "ServiceAccount", name: account.name, namespace: account.namespace }],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: APP_ONCALL },
  }),
];

const RBAC = "rbac.authorization.k8s.io/v1";

const object = (apiVersion: string, kind: string, namespace: string, name: string, rest: object): KubeObject =>
  ({ apiVersion, kind, metadata: { name, namespace }, ...rest }) as KubeObject;

/** Counts alone: limits on processor and memory would ask every pod for its own. Room for a rollout of everything at once, and then some. */
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
