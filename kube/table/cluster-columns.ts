import { storageClassName } from "../objects/storage-class-name.ts";
import type { Event, Lease, Namespace, Node, PodDisruptionBudget, PriorityClass, ResourceQuota, RoleBinding } from "../types/cluster.ts";
import type { KubeObject } from "../types/meta.ts";
import type { ConfigMap, PersistentVolume, PersistentVolumeClaim, Secret, StorageClass } from "../types/storage.ts";
import { ageColumn, boolean, type Column, integer, nameColumn, text, wide } from "./column.ts";
import { ageSince } from "./human-duration.ts";

const ROLE_PREFIX = "node-role.kubernetes.io/";

const rolesText = ({ metadata }: Node): string => {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX) && key.length > ROLE_PREFIX.length) roles.add(key.slice(ROLE_PREFIX.length));
    else if (key === "kubernetes.io/role" && value !== "") roles.add(value);
  }
  return [...roles].sort().join(",") || "<none>";
};

const nodeStatus = ({ spec, status }: Node): string => {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  const text = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return spec.unschedulable ? `${text},SchedulingDisabled` : text;
};

const nodeAddress = ({ status }: Node, wanted: string): string =>
  status?.addresses?.find(({ type }) => type === wanted)?.address ?? "<none>";

/** Columns of Nodes. */
export const nodeColumns: readonly Column<Node>[] = [
  nameColumn,
  text("Status", nodeStatus),
  text("Roles", rolesText),
  ageColumn,
  text("Version", ({ status }) => status?.nodeInfo?.["kubeletVersion"] ?? ""),
  wide("Internal-IP", (node) => nodeAddress(node, "InternalIP")),
  wide("External-IP", (node) => nodeAddress(node, "ExternalIP")),
  wide("OS-Image", ({ status }) => status?.nodeInfo?.["osImage"] || "<unknown>"),
  wide("Kernel-Version", ({ status }) => status?.nodeInfo?.["kernelVersion"] || "<unknown>"),
  wide("Container-Runtime", ({ status }) => status?.nodeInfo?.["containerRuntimeVersion"] || "<unknown>"),
];

const firstSeen = (event: Event, nowMs: number): string => ageSince(event.firstTimestamp || event.eventTime, nowMs);
const lastSeen = (event: Event, nowMs: number): string =>
  event.series
    ? ageSince(event.series.lastObservedTime, nowMs)
    : event.lastTimestamp
      ? ageSince(event.lastTimestamp, nowMs)
      : firstSeen(event, nowMs);

const sourceText = ({ source, reportingComponent, reportingInstance }: Event): string => {
  const component = source?.component || reportingComponent || "";
  const instance = source?.host || reportingInstance || "";
  return instance === "" ? component : `${component}, ${instance}`;
};

/** Columns of Events. */
export const eventColumns: readonly Column<Event>[] = [
  text("Last Seen", lastSeen),
  text("Type", ({ type }) => type ?? ""),
  text("Reason", ({ reason }) => reason ?? ""),
  text("Object", ({ involvedObject: { kind = "", name } }) => (name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase())),
  wide("Subobject", ({ involvedObject }) => involvedObject.fieldPath ?? ""),
  wide("Source", sourceText),
  text("Message", ({ message }) => (message ?? "").trim()),
  wide("First Seen", firstSeen),
  wide("Count", ({ series, count }) => (series ? (series.count ?? 0) : count || 1)),
  { ...wide<Event>("Name", ({ metadata }) => metadata.name), isName: true },
];

interface NewEvent extends KubeObject {
  readonly regarding?: Event["involvedObject"];
  readonly note?: string;
  readonly deprecatedSource?: Event["source"];
  readonly deprecatedFirstTimestamp?: string;
  readonly deprecatedLastTimestamp?: string;
  readonly deprecatedCount?: number;
  readonly reportingController?: string;
}

/** Converts an events.k8s.io Event to the field names of the core group. */
const asCoreEvent = (event: NewEvent): Event => ({
  ...(event as object as Event),
  involvedObject: event.regarding ?? {},
  message: event.note ?? "",
  ...(event.deprecatedSource && { source: event.deprecatedSource }),
  firstTimestamp: event.deprecatedFirstTimestamp ?? null,
  lastTimestamp: event.deprecatedLastTimestamp ?? null,
  ...(event.deprecatedCount !== undefined && { count: event.deprecatedCount }),
  reportingComponent: event.reportingController ?? "",
});

/** Columns of events.k8s.io Events. */
export const newEventColumns: readonly Column<NewEvent>[] = eventColumns.map((column) => ({
  ...column,
  cell: (event, nowMs) => column.cell(asCoreEvent(event), nowMs),
}));

/** Columns of Namespaces. */
export const namespaceColumns: readonly Column<Namespace>[] = [nameColumn, text("Status", ({ status }) => status?.phase ?? ""), ageColumn];

const size = (map: Readonly<Record<string, unknown>> | undefined): number => Object.keys(map ?? {}).length;

/** Columns of ConfigMaps. */
export const configMapColumns: readonly Column<ConfigMap>[] = [
  nameColumn,
  text("Data", ({ data, binaryData }) => size(data) + size(binaryData)),
  ageColumn,
];

/** Columns of Secrets. */
export const secretColumns: readonly Column<Secret>[] = [
  nameColumn,
  text("Type", ({ type }) => type ?? "Opaque"),
  text("Data", ({ data }) => size(data)),
  ageColumn,
];

/** Columns of kinds that show only name and age. */
export const nameAndAgeColumns: readonly Column[] = [nameColumn, ageColumn];

/** Default columns: name and creation time. */
export const createdAtColumns: readonly Column[] = [
  nameColumn,
  { ...text("Created At", ({ metadata }) => metadata.creationTimestamp ?? ""), type: "date" },
];

const MODES = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
] as const;
const modesText = (modes: readonly string[] | undefined): string =>
  MODES.filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(",");

interface WithAttributes {
  readonly volumeAttributesClassName?: string;
}

/** Columns of PersistentVolumeClaims. */
export const claimColumns: readonly Column<PersistentVolumeClaim>[] = [
  nameColumn,
  text("Status", ({ metadata, status }) => (metadata.deletionTimestamp === undefined ? (status?.phase ?? "") : "Terminating")),
  text("Volume", ({ spec }) => spec.volumeName ?? ""),
  text("Capacity", ({ spec, status }) => (spec.volumeName ? (status?.capacity?.["storage"] ?? "0") : "")),
  text("Access Modes", ({ spec, status }) => (spec.volumeName ? modesText(status?.accessModes) : "")),
  text("StorageClass", (object) => storageClassName(object)),
  text("VolumeAttributesClass", ({ spec }) => (spec as WithAttributes).volumeAttributesClassName ?? "<unset>"),
  ageColumn,
  wide("VolumeMode", ({ spec }) => spec.volumeMode ?? "<unset>"),
];

/** Columns of PersistentVolumes. */
export const volumeColumns: readonly Column<PersistentVolume>[] = [
  nameColumn,
  text("Capacity", ({ spec }) => spec.capacity?.["storage"] ?? "0"),
  text("Access Modes", ({ spec }) => modesText(spec.accessModes)),
  text("Reclaim Policy", ({ spec }) => spec.persistentVolumeReclaimPolicy ?? ""),
  text("Status", ({ metadata, status }) => (metadata.deletionTimestamp === undefined ? (status?.phase ?? "") : "Terminating")),
  text("Claim", ({ spec }) => (spec.claimRef === undefined ? "" : `${spec.claimRef.namespace}/${spec.claimRef.name}`)),
  text("StorageClass", (object) => storageClassName(object)),
  text("VolumeAttributesClass", ({ spec }) => (spec as WithAttributes).volumeAttributesClassName ?? "<unset>"),
  text("Reason", ({ status }) => status?.reason ?? ""),
  ageColumn,
  wide("VolumeMode", ({ spec }) => spec.volumeMode ?? "<unset>"),
];

const isDefaultClass = ({ metadata }: StorageClass): boolean =>
  metadata.annotations?.["storageclass.kubernetes.io/is-default-class"] === "true" ||
  metadata.annotations?.["storageclass.beta.kubernetes.io/is-default-class"] === "true";

/** Columns of StorageClasses. */
export const storageClassColumns: readonly Column<StorageClass>[] = [
  { ...nameColumn, cell: (object) => `${object.metadata.name}${isDefaultClass(object as StorageClass) ? " (default)" : ""}` },
  text("Provisioner", ({ provisioner }) => provisioner),
  text("ReclaimPolicy", ({ reclaimPolicy }) => reclaimPolicy ?? "Delete"),
  text("VolumeBindingMode", ({ volumeBindingMode }) => volumeBindingMode ?? "Immediate"),
  text("AllowVolumeExpansion", ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false),
  ageColumn,
];

const amount = (value: string | number | undefined): string => (value === undefined ? "N/A" : String(value));

/** Columns of PodDisruptionBudgets. */
export const disruptionBudgetColumns: readonly Column<PodDisruptionBudget>[] = [
  nameColumn,
  text("Min Available", ({ spec }) => amount(spec.minAvailable)),
  text("Max Unavailable", ({ spec }) => amount(spec.maxUnavailable)),
  integer("Allowed Disruptions", ({ status }) => status?.disruptionsAllowed ?? 0),
  ageColumn,
];

const quotaText = ({ status }: ResourceQuota, isLimit: boolean): string =>
  Object.keys(status?.hard ?? {})
    .sort()
    .filter((name) => name.startsWith("limits.") === isLimit)
    .map((name) => `${name}: ${status?.used?.[name] ?? "0"}/${status?.hard?.[name]}`)
    .join(", ");

/** Columns of ResourceQuotas. */
export const quotaColumns: readonly Column<ResourceQuota>[] = [
  nameColumn,
  text("Request", (quota) => quotaText(quota, false)),
  text("Limit", (quota) => quotaText(quota, true)),
  ageColumn,
];

const subjects = ({ subjects: all = [] }: RoleBinding, wanted: string): string =>
  all
    .filter(({ kind }) => kind === wanted)
    .map(({ name, namespace }) => (wanted === "ServiceAccount" ? `${namespace ?? ""}/${name}` : name))
    .join(", ");

/** Columns of RoleBindings and ClusterRoleBindings. */
export const bindingColumns: readonly Column<RoleBinding>[] = [
  nameColumn,
  text("Role", ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`),
  ageColumn,
  wide("Users", (binding) => subjects(binding, "User")),
  wide("Groups", (binding) => subjects(binding, "Group")),
  wide("ServiceAccounts", (binding) => subjects(binding, "ServiceAccount")),
];

/** Columns of Leases. */
export const leaseColumns: readonly Column<Lease>[] = [nameColumn, text("Holder", ({ spec }) => spec?.holderIdentity ?? ""), ageColumn];

/** Columns of PriorityClasses. */
export const priorityClassColumns: readonly Column<PriorityClass>[] = [
  nameColumn,
  integer("Value", ({ value }) => value),
  boolean("Global-Default", ({ globalDefault }) => globalDefault ?? false),
  ageColumn,
  text("PreemptionPolicy", ({ preemptionPolicy }) => preemptionPolicy ?? ""),
];

interface IngressClass extends KubeObject {
  readonly spec?: {
    readonly controller?: string;
    readonly parameters?: { readonly apiGroup?: string; readonly kind: string; readonly name: string };
  };
}

/** Columns of IngressClasses. */
export const ingressClassColumns: readonly Column<IngressClass>[] = [
  nameColumn,
  text("Controller", ({ spec }) => spec?.controller ?? ""),
  text("Parameters", ({ spec }) => {
    const { apiGroup, kind, name } = spec?.parameters ?? {};
    return kind === undefined ? "<none>" : `${kind}${apiGroup ? `.${apiGroup}` : ""}/${name}`;
  }),
  ageColumn,
];

interface WebhookConfiguration extends KubeObject {
  readonly webhooks?: readonly unknown[];
}

/** Columns of webhook configurations. */
export const webhookColumns: readonly Column<WebhookConfiguration>[] = [
  nameColumn,
  integer("Webhooks", ({ webhooks }) => webhooks?.length ?? 0),
  ageColumn,
];

interface ApiService extends KubeObject {
  readonly spec?: { readonly service?: { readonly namespace: string; readonly name: string } };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[] };
}

/** Columns of APIServices. */
export const apiServiceColumns: readonly Column<ApiService>[] = [
  nameColumn,
  text("Service", ({ spec }) => (spec?.service === undefined ? "Local" : `${spec.service.namespace}/${spec.service.name}`)),
  text("Available", ({ status }) => {
    const condition = status?.conditions?.find(({ type }) => type === "Available");
    if (condition === undefined) return "Unknown";
    return condition.status === "True" ? "True" : `${condition.status} (${condition.reason ?? ""})`;
  }),
  ageColumn,
];
