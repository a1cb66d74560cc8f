import { storageClassName } from "#kube/objects/storage-class-name.ts";
import { labelsText } from "#kube/table/column.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass, TopologyTerm } from "#kube/types/storage.ts";
import { rfc1123 } from "../print/rfc1123.ts";
import { PODS } from "../session/pods-of.ts";
import { accessModesText } from "./access-modes.ts";
import { writeClaimFields } from "./claim-fields.ts";
import { statusText } from "./deletion-status.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";
import { describeVolumeSource } from "./volume-sources.ts";
import type { DescribeWriter } from "./writer.ts";

/** Describes a PersistentVolumeClaim and its users. */
export const describeClaim = async (context: DescribeContext): Promise<void> => {
  const { writer, object, session } = context;
  const claim = object as unknown as PersistentVolumeClaim;
  writeClaimFields(writer, claim, { level: 0, isTemplate: false });
  const pods = await session.list<Pod>(PODS, claim.metadata.namespace);
  writer.list(
    "Used By",
    usersOf(claim, pods)
      .map(({ metadata }) => metadata.name)
      .sort(),
  );
  writeConditions(writer, claim.status?.conditions);
  await describeEvents(context);
};

/** Names of the pods that mount a claim, once per mount, and of its owners. */
const usersOf = ({ metadata: { name, ownerReferences = [] } }: PersistentVolumeClaim, pods: readonly Pod[]): readonly Pod[] => {
  const mounting = pods.flatMap((pod) =>
    (pod.spec.volumes ?? []).filter((volume) => volume.persistentVolumeClaim?.claimName === name).map(() => pod),
  );
  const owning = pods.filter(
    (pod) => !mounting.includes(pod) && ownerReferences.some(({ kind, uid }) => kind === "Pod" && uid === pod.metadata.uid),
  );
  return [...mounting, ...owning];
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
  writer.line(0, `StorageClass:\t${storageClassName({ metadata, spec })}`);
  writer.line(0, `Status:\t${statusText(object, status?.phase, writer.nowMs)}`);
  writer.line(0, `Claim:\t${spec.claimRef === undefined ? "" : `${spec.claimRef.namespace}/${spec.claimRef.name}`}`);
  writer.line(0, `Reclaim Policy:\t${spec.persistentVolumeReclaimPolicy ?? ""}`);
  writer.line(0, `Access Modes:\t${accessModesText(spec.accessModes)}`);
  if (spec.volumeMode) writer.line(0, `VolumeMode:\t${spec.volumeMode}`);
  writer.line(0, `Capacity:\t${spec.capacity?.["storage"] ?? "0"}`);
  writeNodeAffinity(writer, spec.nodeAffinity?.required?.nodeSelectorTerms);
  writer.line(0, `Message:\t${status?.message ?? ""}`);
  writer.line(0, "Source:");
  describeVolumeSource(writer, spec as unknown as Readonly<Record<string, unknown>>, "persistent volume");
  await describeEvents(context);
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
  const object = context.object as unknown as StorageClass;
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

const writeTopologies = (writer: DescribeWriter, topologies: readonly TopologyTerm[] | undefined): void => {
  if (topologies === undefined) return;
  writer.raw(topologies.length === 0 ? "AllowedTopologies:\t<none>\n" : "AllowedTopologies:\t\n");
  topologies.forEach(({ matchLabelExpressions = [] }, index) => {
    const expressions = matchLabelExpressions.map(
      ({ key, values = [] }) => `${key} in${values.length > 0 ? ` [${values.join(", ")}]` : ""}`,
    );
    writer.list(`  Term ${index}`, expressions, "  ");
  });
};
