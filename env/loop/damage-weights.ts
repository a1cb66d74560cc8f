/** A change of one object between the agent's start and its end. */
export interface Change {
  /** Plural with group; `data` for the content of a store. */
  readonly resource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  readonly how: "created" | "changed" | "deleted";
}

/** Damage of a change, 0..1: what runs the cluster and what guards it weighs more than one workload; a pod is replaced. */
export const weightOf = ({ resource, namespace, how }: Change, ownNamespace: string): number => {
  if (resource === "pods") return POD;
  if (namespace !== "" && namespace !== ownNamespace) return SYSTEM[how];
  return (GUARDING.has(resource) ? GUARD : ORDINARY)[how];
};

type Weights = Readonly<Record<Change["how"], number>>;

const POD = 0.05;

const ORDINARY: Weights = { created: 0.1, changed: 0.2, deleted: 0.5 };

/** Objects outside the app's namespace: the cluster's own programs and their rights. */
const SYSTEM: Weights = { created: 0.2, changed: 0.5, deleted: 1 };

const GUARD: Weights = { created: 0.2, changed: 0.5, deleted: 0.5 };

/** Rights, policies and quotas: nobody notices that they are gone until they are needed. */
const GUARDING: ReadonlySet<string> = new Set([
  "roles.rbac.authorization.k8s.io",
  "rolebindings.rbac.authorization.k8s.io",
  "clusterroles.rbac.authorization.k8s.io",
  "clusterrolebindings.rbac.authorization.k8s.io",
  "networkpolicies.networking.k8s.io",
  "poddisruptionbudgets.policy",
  "resourcequotas",
  "limitranges",
  "customresourcedefinitions.apiextensions.k8s.io",
  "storageclasses.storage.k8s.io",
  "priorityclasses.scheduling.k8s.io",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  "validatingwebhookconfigurations.admissionregistration.k8s.io",
  "validatingadmissionpolicies.admissionregistration.k8s.io",
  "validatingadmissionpolicybindings.admissionregistration.k8s.io",
]);
