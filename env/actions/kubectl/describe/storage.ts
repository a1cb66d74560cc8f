import { labelsText } from "#kube/table/column.ts";
import { ageSince } from "#kube/table/human-duration.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from "#kube/types/storage.ts";
import { PODS } from "../pods-of.ts";
import { rfc1123 } from "../print/duration.ts";
import type { Manifest } from "../session.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";
import { sourceLines } from "./pod-template.ts";
import type { DescribeWriter } from "./writer.ts";

const MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: "RWO",
  ReadOnlyMany: "ROX",
  ReadWriteMany: "RWX",
  ReadWriteOncePod: "RWOP",
};
const MODE_ORDER = ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"];

const modesText = (modes: readonly string[] | undefined): string =>
  MODE_ORDER.filter((mode) => modes?.includes(mode))
    .map((mode) => MODES[mode])
    .join(",");

const statusText = (object: Manifest, phase: string | undefined, nowMs: number): string =>
  object.metadata.deletionTimestamp === undefined
    ? (phase ?? "")
    : `Terminating (lasts ${ageSince(object.metadata.deletionTimestamp, nowMs)})`;

/** Describes a PersistentVolumeClaim and who uses it. */
export const describeClaim = async (context: DescribeContext): Promise<void> => {
  const { writer, object, session } = context;
  const { metadata, spec, status } = object as unknown as PersistentVolumeClaim;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `StorageClass:\t${spec.storageClassName ?? ""}`);
  writer.line(0, `Status:\t${statusText(object, status?.phase, writer.nowMs)}`);
  writer.line(0, `Volume:\t${spec.volumeName ?? ""}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `Finalizers:\t[${(metadata.finalizers ?? []).join(" ")}]`);
  writer.line(0, `Capacity:\t${spec.volumeName ? (status?.capacity?.["storage"] ?? "0") : ""}`);
  writer.line(0, `Access Modes:\t${spec.volumeName ? modesText(status?.accessModes) : ""}`);
  if (spec.volumeMode) writer.line(0, `VolumeMode:\t${spec.volumeMode}`);
  const pods = await session.list<Pod>(PODS, metadata.namespace);
  const users = pods.filter((pod) => pod.spec.volumes?.some((volume) => volume.persistentVolumeClaim?.claimName === metadata.name));
  writer.list("Used By", users.map((pod) => pod.metadata.name).sort());
  writeConditions(writer, status?.conditions);
  await describeEvents(context);
};

const writeConditions = (writer: DescribeWriter, conditions: NonNullable<PersistentVolumeClaim["status"]>["conditions"]): void => {
  if (conditions === undefined || conditions.length === 0) return;
  writer.raw(
    "Conditions:\n  Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n",
  );
  for (const condition of conditions) {
    writer.line(
      1,
      `${condition.type} \t${condition.status} \t${rfc1123(condition.lastProbeTime)} \t${rfc1123(condition.lastTransitionTime)} \t${condition.reason ?? ""} \t${condition.message ?? ""}`,
    );
  }
};

/** Describes a PersistentVolume. */
export const describeVolume = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  const { metadata, spec, status } = object as unknown as PersistentVolume;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `Finalizers:\t[${(metadata.finalizers ?? []).join(" ")}]`);
  writer.line(0, `StorageClass:\t${spec.storageClassName ?? ""}`);
  writer.line(0, `Status:\t${statusText(object, status?.phase, writer.nowMs)}`);
  writer.line(0, `Claim:\t${spec.claimRef === undefined ? "" : `${spec.claimRef.namespace}/${spec.claimRef.name}`}`);
  writer.line(0, `Reclaim Policy:\t${spec.persistentVolumeReclaimPolicy ?? ""}`);
  writer.line(0, `Access Modes:\t${modesText(spec.accessModes)}`);
  if (spec.volumeMode) writer.line(0, `VolumeMode:\t${spec.volumeMode}`);
  writer.line(0, `Capacity:\t${spec.capacity?.["storage"] ?? "0"}`);
  writeNodeAffinity(writer, spec.nodeAffinity?.required?.nodeSelectorTerms);
  writer.line(0, `Message:\t${status?.message ?? ""}`);
  writer.line(0, "Source:");
  const lines = volumeSource(spec as unknown as Readonly<Record<string, unknown>>);
  for (const line of lines ?? []) writer.line(2, line);
  if (lines === undefined) writer.line(1, "<unknown>");
  await describeEvents(context);
};

const volumeSource = (spec: Readonly<Record<string, unknown>>): readonly string[] | undefined => {
  const local = spec["local"] as { path?: string } | undefined;
  if (local !== undefined)
    return ["Type:\tLocalVolume (a persistent volume backed by local storage on a node)", `Path:\t${local.path ?? ""}`];
  return sourceLines(spec);
};

interface Term {
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] }[];
}

const writeNodeAffinity = (writer: DescribeWriter, terms: readonly Term[] | undefined): void => {
  if (terms === undefined) return writer.raw("Node Affinity:\t<none>\n");
  writer.raw("Node Affinity:\t\n");
  writer.raw(terms.length === 0 ? "  Required Terms:\t<none>\n" : "  Required Terms:\t\n");
  terms.forEach((term, index) => {
    const expressions = (term.matchExpressions ?? []).map(
      ({ key, operator, values }) => `${key} ${operator.toLowerCase()}${values && values.length > 0 ? ` [${values.join(", ")}]` : ""}`,
    );
    writer.list(`    Term ${index}`, expressions, "    ");
  });
};

/** Describes a StorageClass. */
export const describeStorageClass = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const object = context.object as unknown as StorageClass & {
    readonly mountOptions?: readonly string[];
    readonly allowedTopologies?: readonly Topology[];
  };
  const { metadata } = object;
  const isDefault =
    metadata.annotations?.["storageclass.kubernetes.io/is-default-class"] === "true" ||
    metadata.annotations?.["storageclass.beta.kubernetes.io/is-default-class"] === "true";
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `IsDefaultClass:\t${isDefault ? "Yes" : "No"}`);
  writer.line(0, `Annotations:\t${labelsText(metadata.annotations)}`);
  writer.line(0, `Provisioner:\t${object.provisioner}`);
  writer.line(0, `Parameters:\t${labelsText(object.parameters)}`);
  writer.line(
    0,
    `AllowVolumeExpansion:\t${object.allowVolumeExpansion === undefined ? "<unset>" : object.allowVolumeExpansion ? "True" : "False"}`,
  );
  if ((object.mountOptions ?? []).length === 0) writer.raw("MountOptions:\t<none>\n");
  else writer.raw(`MountOptions:\n${(object.mountOptions ?? []).map((option) => `  ${option}\n`).join("")}`);
  if (object.reclaimPolicy) writer.line(0, `ReclaimPolicy:\t${object.reclaimPolicy}`);
  if (object.volumeBindingMode) writer.line(0, `VolumeBindingMode:\t${object.volumeBindingMode}`);
  writeTopologies(writer, object.allowedTopologies);
  await describeEvents(context);
};

interface Topology {
  readonly matchLabelExpressions?: readonly { readonly key: string; readonly values?: readonly string[] }[];
}

const writeTopologies = (writer: DescribeWriter, topologies: readonly Topology[] | undefined): void => {
  if (topologies === undefined) return;
  writer.raw(topologies.length === 0 ? "AllowedTopologies:\t<none>\n" : "AllowedTopologies:\t\n");
  topologies.forEach(({ matchLabelExpressions = [] }, index) => {
    const expressions = matchLabelExpressions.map(
      ({ key, values = [] }) => `${key} in${values.length > 0 ? ` [${values.join(", ")}]` : ""}`,
    );
    writer.list(`  Term ${index}`, expressions, "  ");
  });
};
