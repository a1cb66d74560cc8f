import { compareQuantities } from "#kube/objects/quantity.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { toGoText } from "../print/go-text.ts";
import { writeClaimFields } from "./claim-fields.ts";
import type { DescribeWriter } from "./writer.ts";

/** Owner of a volume source: for some, a persistent volume prints more. */
export type SourceOwner = "volume" | "persistent volume";

/** Describes the source of a volume. */
export const describeVolumeSource = (writer: DescribeWriter, owner: Fields, kind: SourceOwner): void => {
  const found = Object.keys(SOURCES).find((name) => owner[name] !== undefined && owner[name] !== null);
  if (found === undefined) return writer.line(1, "<unknown>");
  const source = owner[found] as Fields;
  const { type, fields, more } = SOURCES[found] as Source;
  writer.line(2, `Type:\t${type}`);
  for (const field of fields)
    if (field.only === undefined || field.only === kind) writer.line(2, `${field.label}\t${textOf(source[field.key], field)}`);
  more?.(writer, source);
};

type Fields = Readonly<Record<string, unknown>>;

interface Source {
  readonly type: string;
  readonly fields: readonly Field[];
  /** Writes what does not fit a line per field. */
  readonly more?: (writer: DescribeWriter, source: Fields) => void;
}

interface Field {
  /** Label with its colon, which one of them lacks. */
  readonly label: string;
  readonly key: string;
  /** Text of an absent field: the zero value of its Go type. */
  readonly absent: string;
  /** Separator of list items; missing: as Go prints lists. */
  readonly separator?: string;
  readonly only?: SourceOwner;
  /** Member of the field to print. */
  readonly within?: string;
}

const text = (label: string, key: string, absent = ""): Field => ({ label: `${label}:`, key, absent });
const flag = (label: string, key: string): Field => text(label, key, "false");
const number = (label: string, key: string): Field => text(label, key, "0");
const list = (label: string, key: string): Field => text(label, key, "[]");
const reference = (label: string, key: string): Field => text(label, key, "nil");
const READ_ONLY = flag("ReadOnly", "readOnly");
const FS_TYPE = text("FSType", "fsType");

const textOf = (given: unknown, { absent, separator, key, within }: Field): string => {
  const value = within === undefined ? given : (given as Fields | undefined)?.[within];
  if (value === undefined || value === null) return absent;
  if (separator !== undefined && Array.isArray(value)) return value.join(separator);
  return key === "secretRef" && within === undefined ? referenceText(value as Fields) : toGoText(value);
};

/** Renders a reference as the method of its Go type does. */
const referenceText = ({ name = "", namespace }: Fields): string =>
  namespace === undefined ? `&LocalObjectReference{Name:${name},}` : `&SecretReference{Name:${name},Namespace:${namespace},}`;

/** Sources by the name of their field, in the order of look-up. */
const SOURCES: Readonly<Record<string, Source>> = {
  hostPath: { type: "HostPath (bare host directory volume)", fields: [text("Path", "path"), text("HostPathType", "type", "<none>")] },
  emptyDir: {
    type: "EmptyDir (a temporary directory that shares a pod's lifetime)",
    fields: [text("Medium", "medium")],
    more: (writer, { sizeLimit }) =>
      writer.line(2, `SizeLimit:\t${typeof sizeLimit === "string" && compareQuantities(sizeLimit, "0") > 0 ? sizeLimit : "<unset>"}`),
  },
  gcePersistentDisk: {
    type: "GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)",
    fields: [text("PDName", "pdName"), FS_TYPE, number("Partition", "partition"), READ_ONLY],
  },
  awsElasticBlockStore: {
    type: "AWSElasticBlockStore (a Persistent Disk resource in AWS)",
    fields: [text("VolumeID", "volumeID"), FS_TYPE, number("Partition", "partition"), READ_ONLY],
  },
  gitRepo: {
    type: "GitRepo (a volume that is pulled from git when the pod is created)",
    fields: [text("Repository", "repository"), text("Revision", "revision")],
  },
  secret: { type: "Secret (a volume populated by a Secret)", fields: [text("SecretName", "secretName"), flag("Optional", "optional")] },
  configMap: { type: "ConfigMap (a volume populated by a ConfigMap)", fields: [text("Name", "name"), flag("Optional", "optional")] },
  nfs: { type: "NFS (an NFS mount that lasts the lifetime of a pod)", fields: [text("Server", "server"), text("Path", "path"), READ_ONLY] },
  iscsi: {
    type: "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
    fields: [
      text("TargetPortal", "targetPortal"),
      text("IQN", "iqn"),
      number("Lun", "lun"),
      { label: "ISCSIInterface", key: "iscsiInterface", absent: "" },
      FS_TYPE,
      READ_ONLY,
      list("Portals", "portals"),
      flag("DiscoveryCHAPAuth", "chapAuthDiscovery"),
      flag("SessionCHAPAuth", "chapAuthSession"),
      reference("SecretRef", "secretRef"),
      text("InitiatorName", "initiatorName", "<none>"),
    ],
  },
  glusterfs: {
    type: "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
    fields: [
      text("EndpointsName", "endpoints"),
      { ...text("EndpointsNamespace", "endpointsNamespace", "<unset>"), only: "persistent volume" },
      text("Path", "path"),
      READ_ONLY,
    ],
  },
  persistentVolumeClaim: {
    type: "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
    fields: [text("ClaimName", "claimName"), READ_ONLY],
  },
  ephemeral: {
    type: "EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)",
    fields: [],
    more: (writer, { volumeClaimTemplate }) => {
      if (volumeClaimTemplate !== undefined)
        writeClaimFields(writer, volumeClaimTemplate as PersistentVolumeClaim, { level: 2, isTemplate: true });
    },
  },
  rbd: {
    type: "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
    fields: [
      list("CephMonitors", "monitors"),
      text("RBDImage", "image"),
      FS_TYPE,
      text("RBDPool", "pool"),
      text("RadosUser", "user"),
      text("Keyring", "keyring"),
      reference("SecretRef", "secretRef"),
      READ_ONLY,
    ],
  },
  quobyte: {
    type: "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
    fields: [text("Registry", "registry"), text("Volume", "volume"), READ_ONLY],
  },
  downwardAPI: {
    type: "DownwardAPI (a volume populated by information about the pod)",
    fields: [],
    more: (writer, { items }) => {
      writer.line(2, "Items:");
      for (const { fieldRef, resourceFieldRef, path } of (items ?? []) as readonly Readonly<Record<string, Fields>>[]) {
        if (fieldRef) writer.line(3, `${fieldRef["fieldPath"]} -> ${path}`);
        if (resourceFieldRef) writer.line(3, `${resourceFieldRef["resource"]} -> ${path}`);
      }
    },
  },
  azureDisk: {
    type: "AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)",
    fields: [
      text("DiskName", "diskName"),
      text("DiskURI", "diskURI"),
      { label: "Kind: ", key: "kind", absent: "" },
      FS_TYPE,
      text("CachingMode", "cachingMode"),
      READ_ONLY,
    ],
  },
  vsphereVolume: {
    type: "vSphereVolume (a Persistent Disk resource in vSphere)",
    fields: [text("VolumePath", "volumePath"), FS_TYPE, text("StoragePolicyName", "storagePolicyName")],
  },
  cinder: {
    type: "Cinder (a Persistent Disk resource in OpenStack)",
    fields: [text("VolumeID", "volumeID"), FS_TYPE, READ_ONLY, reference("SecretRef", "secretRef")],
  },
  photonPersistentDisk: {
    type: "PhotonPersistentDisk (a Persistent Disk resource in photon platform)",
    fields: [text("PdID", "pdID"), FS_TYPE],
  },
  portworxVolume: { type: "PortworxVolume (a Portworx Volume resource)", fields: [text("VolumeID", "volumeID")] },
  scaleIO: {
    type: "ScaleIO (a persistent volume backed by a block device in ScaleIO)",
    fields: [
      text("Gateway", "gateway"),
      text("System", "system"),
      text("Protection Domain", "protectionDomain"),
      text("Storage Pool", "storagePool"),
      text("Storage Mode", "storageMode"),
      text("VolumeName", "volumeName"),
      { ...text("SecretName", "secretRef"), only: "persistent volume", within: "name" },
      { ...text("SecretNamespace", "secretRef"), only: "persistent volume", within: "namespace" },
      FS_TYPE,
      READ_ONLY,
    ],
  },
  local: { type: "LocalVolume (a persistent volume backed by local storage on a node)", fields: [text("Path", "path")] },
  cephfs: {
    type: "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
    fields: [
      list("Monitors", "monitors"),
      text("Path", "path"),
      text("User", "user"),
      text("SecretFile", "secretFile"),
      reference("SecretRef", "secretRef"),
      READ_ONLY,
    ],
  },
  storageos: {
    type: "StorageOS (a StorageOS Persistent Disk resource)",
    fields: [text("VolumeName", "volumeName"), text("VolumeNamespace", "volumeNamespace"), FS_TYPE, READ_ONLY],
  },
  fc: {
    type: "FC (a Fibre Channel disk)",
    fields: [{ ...text("TargetWWNs", "targetWWNs"), separator: ", " }, text("LUN", "lun", "<none>"), FS_TYPE, READ_ONLY],
  },
  azureFile: {
    type: "AzureFile (an Azure File Service mount on the host and bind mount to the pod)",
    fields: [
      text("SecretName", "secretName"),
      { ...text("SecretNamespace", "secretNamespace"), only: "persistent volume" },
      text("ShareName", "shareName"),
      READ_ONLY,
    ],
  },
  flexVolume: {
    type: "FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)",
    fields: [text("Driver", "driver"), FS_TYPE, reference("SecretRef", "secretRef"), READ_ONLY, text("Options", "options", "map[]")],
  },
  flocker: {
    type: "Flocker (a Flocker volume mounted by the Flocker agent)",
    fields: [text("DatasetName", "datasetName"), text("DatasetUUID", "datasetUUID")],
  },
  projected: {
    type: "Projected (a volume that contains injected data from multiple sources)",
    fields: [],
    more: (writer, { sources }) => {
      for (const line of ((sources ?? []) as readonly Fields[]).flatMap(projectedLines)) writer.line(2, line);
    },
  },
  csi: {
    type: "CSI (a Container Storage Interface (CSI) volume source)",
    fields: [text("Driver", "driver"), FS_TYPE, { ...text("VolumeHandle", "volumeHandle"), only: "persistent volume" }, READ_ONLY],
    more: (writer, { volumeAttributes }) => writeAttributes(writer, (volumeAttributes ?? {}) as Readonly<Record<string, string>>),
  },
  image: {
    type: "Image (a container image or OCI artifact)",
    fields: [text("Reference", "reference"), text("PullPolicy", "pullPolicy")],
  },
};

const projectedLines = ({ secret, configMap, downwardAPI, serviceAccountToken }: Fields): readonly string[] => {
  const named = (label: string, { name = "", optional }: Fields): readonly string[] => [
    `${label}:\t${name}`,
    `Optional:\t${optional === true}`,
  ];
  if (secret) return named("SecretName", secret as Fields);
  if (downwardAPI) return ["DownwardAPI:\ttrue"];
  if (configMap) return named("ConfigMapName", configMap as Fields);
  return serviceAccountToken ? [`TokenExpirationSeconds:\t${(serviceAccountToken as Fields)["expirationSeconds"] ?? 3600}`] : [];
};

const ATTRIBUTE_MAX = 140;

/** Writes attributes, each indented twice as in the real program. */
const writeAttributes = (writer: DescribeWriter, attributes: Readonly<Record<string, string>>): void => {
  const lines = Object.keys(attributes)
    .sort()
    .map((key) => `${key}=${attributes[key]}`)
    .map((line) => (line.length > ATTRIBUTE_MAX ? `${line.slice(0, ATTRIBUTE_MAX)}...` : line));
  if (lines.length === 0) return writer.line(2, "VolumeAttributes:\t<none>");
  writer.raw(lines.map((line, index) => `    ${index === 0 ? "VolumeAttributes:\t" : "    \t"}    ${line}\n`).join(""));
};
