import { type BadRequest, DEPLOYMENTS, NAMESPACE, SERVICES } from "../request.ts";

const inNamespace = (group: string, plural: string): string => `${group}/namespaces/${NAMESPACE}/${plural}`;
const JOBS = inNamespace("/apis/batch/v1", "jobs");
const CRON_JOBS = inNamespace("/apis/batch/v1", "cronjobs");
const STATEFUL_SETS = inNamespace("/apis/apps/v1", "statefulsets");
const INGRESSES = inNamespace("/apis/networking.k8s.io/v1", "ingresses");
const POLICIES = inNamespace("/apis/networking.k8s.io/v1", "networkpolicies");
const AUTOSCALERS = inNamespace("/apis/autoscaling/v2", "horizontalpodautoscalers");
const BUDGETS = inNamespace("/apis/policy/v1", "poddisruptionbudgets");
const ROLES = inNamespace("/apis/rbac.authorization.k8s.io/v1", "roles");
const BINDINGS = inNamespace("/apis/rbac.authorization.k8s.io/v1", "rolebindings");
const CLAIMS = inNamespace("/api/v1", "persistentvolumeclaims");
const SECRETS = inNamespace("/api/v1", "secrets");
const QUOTAS = inNamespace("/api/v1", "resourcequotas");
const LEASES = inNamespace("/apis/coordination.k8s.io/v1", "leases");
const EVENTS = inNamespace("/api/v1", "events");
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const post = (title: string, path: string, body: unknown, more: Partial<BadRequest> = {}): BadRequest => ({
  title,
  method: "POST",
  path,
  body,
  ...more,
});
const object = (apiVersion: string, kind: string, more: object = {}): object => ({ apiVersion, kind, metadata: { name: "x" }, ...more });
const template = (more: object = {}): object => ({
  metadata: { labels: { app: "x" } },
  spec: { containers: [{ name: "c", image: "i" }], ...more },
});

/** Objects of more kinds than one, each with another mistake in it. */
export const KINDS: readonly BadRequest[] = [
  post("a job with a text for completions", JOBS, object("batch/v1", "Job", { spec: { completions: "many", template: template() } })),
  post("a job that starts for ever", JOBS, object("batch/v1", "Job", { spec: { template: template() } })),
  post("a job whose pods have no spec", JOBS, object("batch/v1", "Job", { spec: { template: {} } })),
  post(
    "a cron job of a schedule that is none",
    CRON_JOBS,
    object("batch/v1", "CronJob", {
      spec: { schedule: "every day", jobTemplate: { spec: { template: template({ restartPolicy: "Never" }) } } },
    }),
  ),
  post(
    "a cron job of an unknown time zone",
    CRON_JOBS,
    object("batch/v1", "CronJob", {
      spec: { schedule: "* * * * *", timeZone: "Mars/Base", jobTemplate: { spec: { template: template({ restartPolicy: "Never" }) } } },
    }),
  ),
  post("a cron job of the version that is gone", CRON_JOBS, object("batch/v1beta1", "CronJob")),
  post("a stateful set without a selector", STATEFUL_SETS, object("apps/v1", "StatefulSet", { spec: { template: template() } })),
  post(
    "a stateful set whose selector is a list",
    STATEFUL_SETS,
    object("apps/v1", "StatefulSet", { spec: { selector: [], template: template() } }),
  ),
  post("an ingress with a path of no type", INGRESSES, {
    ...object("networking.k8s.io/v1", "Ingress"),
    spec: { rules: [{ http: { paths: [{ path: "/", backend: { service: { name: "web", port: { number: 80 } } } }] } }] },
  }),
  post("an ingress with neither rules nor a default", INGRESSES, object("networking.k8s.io/v1", "Ingress", { spec: {} })),
  post(
    "an ingress whose port is a word in place of a number",
    INGRESSES,
    object("networking.k8s.io/v1", "Ingress", {
      spec: { defaultBackend: { service: { name: "web", port: { number: "http" } } } },
    }),
  ),
  post(
    "a network policy of a block that is none",
    POLICIES,
    object("networking.k8s.io/v1", "NetworkPolicy", {
      spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/99" } }] }] },
    }),
  ),
  post(
    "a network policy of an unknown type",
    POLICIES,
    object("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: {}, policyTypes: ["Sideways"] } }),
  ),
  post(
    "an autoscaler of fewer than it needs",
    AUTOSCALERS,
    object("autoscaling/v2", "HorizontalPodAutoscaler", {
      spec: { scaleTargetRef: { kind: "Deployment", name: "web" }, minReplicas: 5, maxReplicas: 2 },
    }),
  ),
  post(
    "an autoscaler of a metric of an unknown type",
    AUTOSCALERS,
    object("autoscaling/v2", "HorizontalPodAutoscaler", {
      spec: { scaleTargetRef: { kind: "Deployment", name: "web" }, maxReplicas: 2, metrics: [{ type: "Mood" }] },
    }),
  ),
  post(
    "a budget of both bounds",
    BUDGETS,
    object("policy/v1", "PodDisruptionBudget", {
      spec: { minAvailable: 1, maxUnavailable: 1, selector: { matchLabels: { app: "x" } } },
    }),
  ),
  post(
    "a budget of a percentage that is none",
    BUDGETS,
    object("policy/v1", "PodDisruptionBudget", { spec: { minAvailable: "half", selector: {} } }),
  ),
  post(
    "a role without verbs",
    ROLES,
    object("rbac.authorization.k8s.io/v1", "Role", { rules: [{ apiGroups: [""], resources: ["pods"] }] }),
  ),
  post("a role whose rules are text", ROLES, object("rbac.authorization.k8s.io/v1", "Role", { rules: "all" })),
  post(
    "a binding of an unknown kind of subject",
    BINDINGS,
    object("rbac.authorization.k8s.io/v1", "RoleBinding", {
      subjects: [{ kind: "Robot", name: "r" }],
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
    }),
  ),
  post("a claim of no size", CLAIMS, object("v1", "PersistentVolumeClaim", { spec: { accessModes: ["ReadWriteOnce"] } })),
  post(
    "a claim of an unknown way to use it",
    CLAIMS,
    object("v1", "PersistentVolumeClaim", { spec: { accessModes: ["ReadSometimes"], resources: { requests: { storage: "1Gi" } } } }),
  ),
  post(
    "a claim of less than nothing",
    CLAIMS,
    object("v1", "PersistentVolumeClaim", { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "-1Gi" } } } }),
  ),
  post("a secret of data that is not base64", SECRETS, object("v1", "Secret", { data: { k: "not base64!" } })),
  post("a secret of TLS without its key", SECRETS, object("v1", "Secret", { type: "kubernetes.io/tls", data: { "tls.crt": "" } })),
  post("a secret of a registry that is no JSON", SECRETS, {
    ...object("v1", "Secret"),
    type: "kubernetes.io/dockerconfigjson",
    data: { ".dockerconfigjson": "eA==" },
  }),
  post("a secret of 1.1 MiB", SECRETS, object("v1", "Secret", { stringData: { k: "x".repeat(1_150_000) } })),
  post("a secret of 2 MiB", SECRETS, object("v1", "Secret", { stringData: { k: "x".repeat(2_100_000) } })),
  post(
    "a deployment with 2 MiB in its environment",
    DEPLOYMENTS,
    object("apps/v1", "Deployment", {
      spec: {
        selector: { matchLabels: { app: "x" } },
        template: template({ containers: [{ name: "c", image: "i", env: [{ name: "A", value: "x".repeat(2_100_000) }] }] }),
      },
    }),
  ),
  post("a service of 4 MiB", SERVICES, object("v1", "Service", { metadata: { name: "x", annotations: { a: "x".repeat(4_200_000) } } })),
  post("a quota of an unknown resource", QUOTAS, object("v1", "ResourceQuota", { spec: { hard: { unicorns: "1" } } })),
  post("a quota of a word", QUOTAS, object("v1", "ResourceQuota", { spec: { hard: { pods: "some" } } })),
  post("a lease of less than no time", LEASES, object("coordination.k8s.io/v1", "Lease", { spec: { leaseDurationSeconds: -5 } })),
  post("a lease of a time without fractions", LEASES, object("coordination.k8s.io/v1", "Lease", { spec: { renewTime: "soon" } })),
  post("an event of another namespace", EVENTS, {
    ...object("v1", "Event"),
    involvedObject: { kind: "Pod", namespace: "other", name: "p" },
  }),
  post("a namespace of an unknown field, strictly", "/api/v1/namespaces?fieldValidation=Strict", object("v1", "Namespace", { specs: {} })),
  post("a namespace whose name is an address", "/api/v1/namespaces", object("v1", "Namespace", { metadata: { name: "10.0.0.1" } })),
  post("a node without a name", "/api/v1/nodes", object("v1", "Node", { metadata: {} })),
  post(
    "a priority class above what people may have",
    "/apis/scheduling.k8s.io/v1/priorityclasses",
    object("scheduling.k8s.io/v1", "PriorityClass", { value: 2_000_000_000 }),
  ),
  post("a storage class without a provisioner", "/apis/storage.k8s.io/v1/storageclasses", object("storage.k8s.io/v1", "StorageClass")),
  post(
    "a volume of no source",
    "/api/v1/persistentvolumes",
    object("v1", "PersistentVolume", { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] } }),
  ),
  post(
    "a definition whose name does not fit",
    DEFINITIONS,
    object("apiextensions.k8s.io/v1", "CustomResourceDefinition", {
      spec: {
        group: "example.com",
        names: { plural: "things", kind: "Thing" },
        scope: "Namespaced",
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    }),
  ),
  post(
    "a definition without a schema",
    DEFINITIONS,
    object("apiextensions.k8s.io/v1", "CustomResourceDefinition", {
      metadata: { name: "things.example.com" },
      spec: {
        group: "example.com",
        names: { plural: "things", kind: "Thing" },
        scope: "Everywhere",
        versions: [{ name: "v1", served: true, storage: false }],
      },
    }),
  ),
  post(
    "a webhook configuration with odd answers",
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", {
      webhooks: [{ name: "short", clientConfig: {}, sideEffects: "Some", admissionReviewVersions: [] }],
    }),
  ),
  post("a service with two ports of one name", SERVICES, {
    ...object("v1", "Service"),
    spec: {
      ports: [
        { name: "a", port: 80 },
        { name: "a", port: 81 },
      ],
    },
  }),
  post(
    "a service at an address outside of the range",
    SERVICES,
    object("v1", "Service", { spec: { clusterIP: "1.2.3.4", ports: [{ port: 80 }] } }),
  ),
  post("a service at a node port outside of the range", SERVICES, {
    ...object("v1", "Service"),
    spec: { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] },
  }),
];
