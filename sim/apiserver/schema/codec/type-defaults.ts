import { encodeBase64 } from "#core/base64.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import { fill, mapSame, type Raw, withMember } from "./same.ts";
import { SERVER_TYPE_DEFAULTS } from "./server-type-defaults.ts";

/**
 * Defaults that the API server sets in a value of a type, innermost types first. One row per type that has defaults, as in the defaulting
 * functions of Kubernetes.
 */
export const TYPE_DEFAULTS: Readonly<Record<string, (value: Raw) => Raw>> = {
  ...SERVER_TYPE_DEFAULTS,
  Pod: (pod) => withMember(pod, "spec", podOnlyDefaults(pod["spec"] as Raw)),
  PodSpec: (spec) =>
    fill(spec, {
      dnsPolicy: "ClusterFirst",
      restartPolicy: "Always",
      securityContext: {},
      terminationGracePeriodSeconds: 30,
      schedulerName: "default-scheduler",
      ...(spec["serviceAccountName"] === undefined
        ? spec["serviceAccount"] !== undefined && { serviceAccountName: spec["serviceAccount"] }
        : { serviceAccount: spec["serviceAccountName"] }),
    }),
  Container: (container) =>
    fill(container, {
      imagePullPolicy: pullPolicyOf(container["image"]),
      terminationMessagePath: "/dev/termination-log",
      terminationMessagePolicy: "File",
    }),
  EphemeralContainer: (container) => (TYPE_DEFAULTS["Container"] as (value: Raw) => Raw)(container),
  ContainerPort: (port) => fill(port, { protocol: "TCP" }),
  Probe: (probe) => fill(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }),
  HTTPGetAction: (action) => fill(action, { path: "/", scheme: "HTTP" }),
  GRPCAction: (action) => fill(action, { service: "" }),
  ObjectFieldSelector: (selector) => fill(selector, { apiVersion: "v1" }),
  ResourceFieldSelector: (selector) => fill(selector, { divisor: "0" }),
  Volume: (volume) => (Object.keys(volume).length <= 1 ? { ...volume, emptyDir: {} } : volume),
  SecretVolumeSource: (source) => fill(source, { defaultMode: 420 }),
  ConfigMapVolumeSource: (source) => fill(source, { defaultMode: 420 }),
  DownwardAPIVolumeSource: (source) => fill(source, { defaultMode: 420 }),
  ProjectedVolumeSource: (source) => fill(source, { defaultMode: 420 }),
  ServiceAccountTokenProjection: (projection) => fill(projection, { expirationSeconds: 3600 }),
  TypedLocalObjectReference: (reference) => fill(reference, { apiGroup: null }),
  TypedObjectReference: (reference) => fill(reference, { apiGroup: null }),
  HostPathVolumeSource: (source) => fill(source, { type: "" }),
  ISCSIVolumeSource: (source) => fill(source, { iscsiInterface: "default" }),
  ISCSIPersistentVolumeSource: (source) => fill(source, { iscsiInterface: "default" }),
  RBDVolumeSource: (source) => fill(source, RBD_DEFAULTS),
  RBDPersistentVolumeSource: (source) => fill(source, RBD_DEFAULTS),
  AzureDiskVolumeSource: (source) => fill(source, { cachingMode: "ReadWrite", fsType: "ext4", readOnly: false, kind: "Shared" }),
  ScaleIOVolumeSource: (source) => fill(source, SCALE_IO_DEFAULTS),
  ScaleIOPersistentVolumeSource: (source) => fill(source, SCALE_IO_DEFAULTS),
  Service: (service) => withMember(service, "spec", serviceDefaults(service["spec"] as Raw)),
  ServicePort: (port) => fill(port, { protocol: "TCP", targetPort: port["port"] }),
  EndpointPort: (port) => fill(port, { protocol: "TCP" }),
  EndpointSlicePort: (port) => fill(port, { name: "", protocol: "TCP" }),
  Secret: (secret) => fill(mergeStringData(secret), { type: "Opaque" }),
  Namespace: (namespace) => withNameLabel(namespace),
  NamespaceStatus: (status) => fill(status, { phase: "Active" }),
  NodeStatus: (status) => (status["capacity"] === undefined ? status : fill(status, { allocatable: status["capacity"] })),
  PersistentVolumeSpec: (spec) => fill(spec, { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" }),
  PersistentVolumeStatus: (status) => fill(status, { phase: "Pending" }),
  // Claims inside a StatefulSet are whole objects.
  PersistentVolumeClaim: (claim) => fill(claim, { apiVersion: "v1", kind: "PersistentVolumeClaim" }),
  PersistentVolumeClaimSpec: (spec) => fill(spec, { volumeMode: "Filesystem" }),
  PersistentVolumeClaimStatus: (status) => fill(status, { phase: "Pending" }),
  LimitRangeItem: (item) => (item["type"] === "Container" ? limitDefaults(item) : item),
  DeploymentSpec: (spec) => fill(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 }),
  DeploymentStrategy: (strategy) => rolling(strategy, "RollingUpdate", { maxUnavailable: "25%", maxSurge: "25%" }),
  DaemonSetSpec: (spec) => fill(spec, { revisionHistoryLimit: 10 }),
  DaemonSetUpdateStrategy: (strategy) => rolling(strategy, "RollingUpdate", { maxUnavailable: 1, maxSurge: 0 }),
  StatefulSetSpec: (spec) =>
    fill(spec, {
      replicas: 1,
      podManagementPolicy: "OrderedReady",
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: RETAIN,
    }),
  StatefulSetUpdateStrategy: (strategy) =>
    strategy["type"] === "RollingUpdate" && strategy["rollingUpdate"] === undefined
      ? strategy
      : rolling(strategy, "RollingUpdate", { partition: 0 }),
  StatefulSetPersistentVolumeClaimRetentionPolicy: (policy) => fill(policy, RETAIN),
  ReplicaSetSpec: (spec) => fill(spec, { replicas: 1 }),
  ReplicationController: (controller) => labelsOfTemplate(withSelectorOfTemplate(controller)),
  ReplicationControllerSpec: (spec) => fill(spec, { replicas: 1 }),
  Job: (job) => labelsOfTemplate(withMember(job, "spec", jobDefaults(job["spec"] as Raw))),
  PodFailurePolicyOnPodConditionsPattern: (pattern) => (pattern["status"] ? pattern : { ...pattern, status: "True" }),
  CronJobSpec: (spec) =>
    fill(spec, { concurrencyPolicy: "Allow", suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 }),
  HorizontalPodAutoscalerSpec: (spec) => fill(spec, { minReplicas: 1, metrics: CPU_80_PERCENT }),
  HorizontalPodAutoscalerBehavior: (behavior) => fill(withScalingRules(behavior), { scaleUp: SCALE_UP, scaleDown: SCALE_DOWN }),
  NetworkPolicySpec: (spec) => fill(spec, { policyTypes: spec["egress"] === undefined ? ["Ingress"] : ["Ingress", "Egress"] }),
  NetworkPolicyPort: (port) => fill(port, { protocol: "TCP" }),
  IngressClassParametersReference: (reference) => fill(reference, { scope: "Cluster" }),
  StorageClass: (storageClass) => fill(storageClass, { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }),
  RoleRef: (reference) => (reference["apiGroup"] ? reference : { ...reference, apiGroup: RBAC_GROUP }),
  Subject: (subject) => (subject["kind"] === "ServiceAccount" ? subject : fill(subject, { apiGroup: RBAC_GROUP })),
  PriorityClass: (priorityClass) => fill(priorityClass, { preemptionPolicy: "PreemptLowerPriority" }),
};

const RBD_DEFAULTS = { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" };
const SCALE_IO_DEFAULTS = { storageMode: "ThinProvisioned", fsType: "xfs" };

const RBAC_GROUP = "rbac.authorization.k8s.io";
const RETAIN = { whenDeleted: "Retain", whenScaled: "Retain" };
const CPU_80_PERCENT = [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } }];
const SCALE_UP = {
  stabilizationWindowSeconds: 0,
  selectPolicy: "Max",
  policies: [
    { type: "Pods", value: 4, periodSeconds: 15 },
    { type: "Percent", value: 100, periodSeconds: 15 },
  ],
};
const SCALE_DOWN = { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] };

/** `Always` for `latest` and for images without a tag; a digest counts as a tag. */
const pullPolicyOf = (image: unknown): string => {
  const text = typeof image === "string" ? image : "";
  if (text.includes("@")) return "IfNotPresent";
  const tag = /:([^/:]+)$/.exec(text)?.[1] ?? "latest";
  return tag === "latest" ? "Always" : "IfNotPresent";
};

/** Defaults that pods have and pod templates lack. */
const podOnlyDefaults = (spec: Raw): Raw => {
  const linked = fill(spec, { enableServiceLinks: true });
  const containers = withRequests(linked, "containers");
  const all = withRequests(containers, "initContainers");
  return all["hostNetwork"] === true ? withHostPorts(withHostPorts(all, "containers"), "initContainers") : all;
};

const withRequests = (spec: Raw, member: string): Raw =>
  spec[member] === undefined ? spec : withMember(spec, member, mapSame(spec[member] as readonly Raw[], requestsFromLimits));

const requestsFromLimits = (container: Raw): Raw => {
  const resources = container["resources"] as Raw | undefined;
  const limits = resources?.["limits"] as Raw | undefined;
  if (resources === undefined || limits === undefined) return container;
  const requests = fill((resources["requests"] as Raw | undefined) ?? {}, limits);
  return requests === resources["requests"] ? container : { ...container, resources: { ...resources, requests } };
};

const withHostPorts = (spec: Raw, member: string): Raw =>
  spec[member] === undefined ? spec : withMember(spec, member, mapSame(spec[member] as readonly Raw[], hostPortsOf));

const hostPortsOf = (container: Raw): Raw =>
  container["ports"] === undefined
    ? container
    : withMember(
        container,
        "ports",
        mapSame(container["ports"] as readonly Raw[], (port) => fill(port, { hostPort: port["containerPort"] })),
      );

const serviceDefaults = (spec: Raw): Raw => {
  const { sessionAffinityConfig, ...rest } = spec;
  const isUnpinned = (spec["sessionAffinity"] ?? "None") === "None" || sessionAffinityConfig === undefined;
  const typed = fill(isUnpinned ? rest : spec, { sessionAffinity: "None", type: "ClusterIP" });
  const type = typed["type"];
  const external = type === "NodePort" || type === "LoadBalancer" || (type === "ClusterIP" && typed["externalIPs"] !== undefined);
  return fill(withAffinityConfig(typed), {
    ...(type !== "ExternalName" && { internalTrafficPolicy: "Cluster" }),
    ...(external && { externalTrafficPolicy: "Cluster" }),
    ...(type === "LoadBalancer" && { allocateLoadBalancerNodePorts: true }),
  });
};

/** Removes sessionAffinityConfig from a Service with affinity None; adds the default timeout to one with ClientIP. */
const withAffinityConfig = (spec: Raw): Raw => {
  const { sessionAffinityConfig: config, ...rest } = spec as {
    readonly sessionAffinityConfig?: { readonly clientIP?: { readonly timeoutSeconds?: number } };
  };
  if (spec["sessionAffinity"] === "None") return config === undefined ? spec : rest;
  if (spec["sessionAffinity"] !== "ClientIP" || config?.clientIP?.timeoutSeconds !== undefined) return spec;
  return { ...spec, sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } };
};

const mergeStringData = (secret: Raw): Raw => {
  const { stringData, ...rest } = secret as { readonly stringData?: Readonly<Record<string, string>>; readonly data?: Raw };
  if (stringData === undefined) return secret;
  const encoded = Object.fromEntries(Object.entries(stringData).map(([key, text]) => [key, encodeBase64(encodeUtf8(text))]));
  return { ...rest, data: { ...rest.data, ...encoded } };
};

const withNameLabel = (namespace: Raw): Raw => {
  const metadata = namespace["metadata"] as { readonly name?: string; readonly labels?: Raw };
  if (metadata.name === undefined || metadata.labels?.["kubernetes.io/metadata.name"] === metadata.name) return namespace;
  return { ...namespace, metadata: { ...metadata, labels: { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name } } };
};

const limitDefaults = (item: Raw): Raw => {
  const limits = fill((item["default"] ?? {}) as Raw, (item["max"] ?? {}) as Raw);
  const requests = fill(fill((item["defaultRequest"] ?? {}) as Raw, limits), (item["min"] ?? {}) as Raw);
  const withLimits = Object.keys(limits).length > 0 ? withMember(item, "default", limits) : item;
  return Object.keys(requests).length > 0 ? withMember(withLimits, "defaultRequest", requests) : withLimits;
};

const rolling = (strategy: Raw, type: string, defaults: Raw): Raw => {
  const typed = fill(strategy, { type });
  if (typed["type"] !== type) return typed;
  return withMember(typed, "rollingUpdate", fill((typed["rollingUpdate"] ?? {}) as Raw, defaults));
};

const labelsOfTemplate = (owner: Raw): Raw => {
  const metadata = owner["metadata"] as Raw;
  const template = (owner["spec"] as Raw)["template"] as { readonly metadata?: Raw } | undefined;
  const labels = template?.metadata?.["labels"];
  return labels === undefined || metadata["labels"] !== undefined ? owner : { ...owner, metadata: { ...metadata, labels } };
};

/** Of jobs alone: a job template inside a CronJob stays as it was written. */
const jobDefaults = (spec: Raw): Raw =>
  fill(spec, {
    ...(spec["parallelism"] === undefined && spec["completions"] === undefined && { completions: 1 }),
    parallelism: 1,
    backoffLimit: spec["backoffLimitPerIndex"] === undefined ? 6 : 2_147_483_647,
    completionMode: "NonIndexed",
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed",
  });

const withSelectorOfTemplate = (controller: Raw): Raw => {
  const spec = controller["spec"] as Raw;
  const labels = (spec["template"] as { readonly metadata?: Raw } | undefined)?.metadata?.["labels"];
  return labels === undefined ? controller : withMember(controller, "spec", fill(spec, { selector: labels }));
};

const withScalingRules = (behavior: Raw): Raw => {
  const up = behavior["scaleUp"] === undefined ? undefined : fill(behavior["scaleUp"] as Raw, SCALE_UP);
  const down = behavior["scaleDown"] === undefined ? undefined : fill(behavior["scaleDown"] as Raw, SCALE_DOWN);
  return withMember(withMember(behavior, "scaleUp", up), "scaleDown", down);
};
