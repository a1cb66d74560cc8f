import type { KubeObject } from "../types/meta.ts";
import { ageColumn, boolean, type Column, integer, labelsText, nameColumn, text } from "./column.ts";
import { humanDuration } from "./human-duration.ts";

type Named = Readonly<Record<string, unknown>>;

interface WithSpec<S, T = Named> extends KubeObject {
  readonly spec?: S;
  readonly status?: T;
}

interface PodTemplate extends KubeObject {
  readonly template?: {
    readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
    readonly spec?: { readonly containers?: readonly { readonly name: string; readonly image?: string }[] };
  };
}

const containersOf = ({ template }: PodTemplate) => template?.spec?.containers ?? [];
const joined = (items: readonly (string | undefined)[]): string => items.map((item) => item ?? "").join(",");

/** Columns of PodTemplates. */
export const podTemplateColumns: readonly Column<PodTemplate>[] = [
  nameColumn,
  text("Containers", (object) => joined(containersOf(object).map(({ name }) => name))),
  text("Images", (object) => joined(containersOf(object).map(({ image }) => image))),
  text("Pod Labels", ({ template }) => labelsText(template?.metadata?.labels)),
];

interface ComponentStatus extends KubeObject {
  readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string; readonly error?: string }[];
}

const health = ({ conditions }: ComponentStatus) => conditions?.find(({ type }) => type === "Healthy");

/** Columns of ComponentStatuses. */
export const componentStatusColumns: readonly Column<ComponentStatus>[] = [
  nameColumn,
  text("Status", (object) => {
    const found = health(object);
    return found === undefined ? "Unknown" : found.status === "True" ? "Healthy" : "Unhealthy";
  }),
  text("Message", (object) => health(object)?.message ?? ""),
  text("Error", (object) => health(object)?.error ?? ""),
];

type SigningRequest = WithSpec<
  { readonly signerName?: string; readonly username?: string; readonly expirationSeconds?: number },
  { readonly conditions?: readonly { readonly type: string }[]; readonly certificate?: string }
>;

const signingState = ({ status }: SigningRequest): string => {
  const has = (wanted: string): boolean => status?.conditions?.some(({ type }) => type === wanted) === true;
  const decision = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
  return `${decision}${has("Failed") ? ",Failed" : ""}${status?.certificate ? ",Issued" : ""}`;
};

/** Columns of CertificateSigningRequests. */
export const signingRequestColumns: readonly Column<SigningRequest>[] = [
  nameColumn,
  ageColumn,
  text("SignerName", ({ spec }) => spec?.signerName || "<none>"),
  text("Requestor", ({ spec }) => spec?.username ?? ""),
  text("RequestedDuration", ({ spec }) =>
    spec?.expirationSeconds === undefined ? "<none>" : humanDuration(spec.expirationSeconds * 1000),
  ),
  text("Condition", signingState),
];

interface ParentRef {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

const parentText = ({ group, resource = "", namespace, name = "" }: ParentRef): string =>
  [`${resource}${group ? `.${group}` : ""}`.toLowerCase(), ...(namespace ? [namespace] : []), name].join("/");

/** Columns of IPAddresses. */
export const ipAddressColumns: readonly Column<WithSpec<{ readonly parentRef?: ParentRef }>>[] = [
  nameColumn,
  text("ParentRef", ({ spec }) => (spec?.parentRef === undefined ? "<none>" : parentText(spec.parentRef))),
];

/** Columns of ServiceCIDRs. */
export const serviceCidrColumns: readonly Column<WithSpec<{ readonly cidrs?: readonly string[] }>>[] = [
  nameColumn,
  text("CIDRs", ({ spec }) => (spec?.cidrs ?? []).join(",")),
  ageColumn,
];

type Driver = WithSpec<{
  readonly attachRequired?: boolean;
  readonly podInfoOnMount?: boolean;
  readonly storageCapacity?: boolean;
  readonly tokenRequests?: readonly { readonly audience?: string }[];
  readonly requiresRepublish?: boolean;
  readonly volumeLifecycleModes?: readonly string[];
}>;

/** Columns of CSIDrivers. */
export const csiDriverColumns: readonly Column<Driver>[] = [
  nameColumn,
  boolean("AttachRequired", ({ spec }) => spec?.attachRequired ?? true),
  boolean("PodInfoOnMount", ({ spec }) => spec?.podInfoOnMount ?? false),
  boolean("StorageCapacity", ({ spec }) => spec?.storageCapacity ?? false),
  text("TokenRequests", ({ spec }) =>
    spec?.tokenRequests === undefined ? "<unset>" : joined(spec.tokenRequests.map(({ audience }) => audience)),
  ),
  boolean("RequiresRepublish", ({ spec }) => spec?.requiresRepublish ?? false),
  text("Modes", ({ spec }) => (spec?.volumeLifecycleModes ?? []).join(",") || "<none>"),
  ageColumn,
];

/** Columns of CSINodes. */
export const csiNodeColumns: readonly Column<WithSpec<{ readonly drivers?: readonly unknown[] }>>[] = [
  nameColumn,
  integer("Drivers", ({ spec }) => spec?.drivers?.length ?? 0),
  ageColumn,
];

type Attachment = WithSpec<
  { readonly attacher?: string; readonly nodeName?: string; readonly source?: { readonly persistentVolumeName?: string } },
  { readonly attached?: boolean }
>;

/** Columns of VolumeAttachments. */
export const volumeAttachmentColumns: readonly Column<Attachment>[] = [
  nameColumn,
  { ...text<Attachment>("Attacher", ({ spec }) => spec?.attacher ?? ""), format: "name" },
  text("PV", ({ spec }) => spec?.source?.persistentVolumeName ?? ""),
  text("Node", ({ spec }) => spec?.nodeName ?? ""),
  boolean("Attached", ({ status }) => status?.attached ?? false),
  ageColumn,
];

/** Columns of VolumeAttributesClasses. */
export const attributesClassColumns: readonly Column<KubeObject & { readonly driverName?: string }>[] = [
  nameColumn,
  text("DriverName", ({ driverName }) => driverName ?? ""),
  ageColumn,
];

/** Columns of RuntimeClasses. */
export const runtimeClassColumns: readonly Column<KubeObject & { readonly handler?: string }>[] = [
  nameColumn,
  text("Handler", ({ handler }) => handler ?? ""),
  ageColumn,
];

/** The part of a FlowSchema that its columns show. */
export type FlowSchema = WithSpec<
  {
    readonly priorityLevelConfiguration?: { readonly name?: string };
    readonly matchingPrecedence?: number;
    readonly distinguisherMethod?: { readonly type?: string };
  },
  { readonly conditions?: readonly { readonly type: string; readonly status: string }[] }
>;

/** Sorts FlowSchemas as requests are matched against them: by precedence, then by name. */
export const inFlowOrder = (schemas: readonly FlowSchema[]): readonly FlowSchema[] => {
  const rank = ({ spec }: FlowSchema): number => spec?.matchingPrecedence ?? 0;
  return [...schemas].sort((a, b) => rank(a) - rank(b) || (a.metadata.name < b.metadata.name ? -1 : 1));
};

/** Columns of FlowSchemas. */
export const flowSchemaColumns: readonly Column<FlowSchema>[] = [
  nameColumn,
  text("PriorityLevel", ({ spec }) => spec?.priorityLevelConfiguration?.name ?? ""),
  text("MatchingPrecedence", ({ spec }) => spec?.matchingPrecedence ?? 0),
  text("DistinguisherMethod", ({ spec }) => spec?.distinguisherMethod?.type ?? "<none>"),
  ageColumn,
  text("MissingPL", ({ status }) => status?.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?"),
];

interface Queuing {
  readonly queues?: number;
  readonly handSize?: number;
  readonly queueLengthLimit?: number;
}

type PriorityLevel = WithSpec<{
  readonly type?: string;
  readonly limited?: { readonly nominalConcurrencyShares?: number; readonly limitResponse?: { readonly queuing?: Queuing } };
}>;

const queuingOf = ({ spec }: PriorityLevel): Queuing | undefined => spec?.limited?.limitResponse?.queuing;

/** Columns of PriorityLevelConfigurations. */
export const priorityLevelColumns: readonly Column<PriorityLevel>[] = [
  nameColumn,
  text("Type", ({ spec }) => spec?.type ?? ""),
  text("NominalConcurrencyShares", ({ spec }) => spec?.limited?.nominalConcurrencyShares ?? "<none>"),
  text("Queues", (level) => queuingOf(level)?.queues ?? "<none>"),
  text("HandSize", (level) => queuingOf(level)?.handSize ?? "<none>"),
  text("QueueLengthLimit", (level) => queuingOf(level)?.queueLengthLimit ?? "<none>"),
  ageColumn,
];

type Claim = WithSpec<Named, { readonly allocation?: unknown; readonly reservedFor?: readonly unknown[] }>;

const claimState = ({ metadata, status }: Claim): string => {
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const states = isDeleted ? ["deleted"] : [];
  if (status?.allocation === undefined) return [...states, ...(isDeleted ? [] : ["pending"])].join(",");
  return [...states, "allocated", ...((status.reservedFor ?? []).length > 0 ? ["reserved"] : [])].join(",");
};

/** Columns of ResourceClaims. */
export const resourceClaimColumns: readonly Column<Claim>[] = [nameColumn, text("State", claimState), ageColumn];

type Slice = WithSpec<{ readonly nodeName?: string; readonly driver?: string; readonly pool?: { readonly name?: string } }>;

/** Columns of ResourceSlices. */
export const resourceSliceColumns: readonly Column<Slice>[] = [
  nameColumn,
  text("Node", ({ spec }) => spec?.nodeName ?? ""),
  text("Driver", ({ spec }) => spec?.driver ?? ""),
  text("Pool", ({ spec }) => spec?.pool?.name ?? ""),
  ageColumn,
];
