import type { Toleration } from "#kube/types/placement.ts";
import type { PodSpec, PodTemplateSpec, Volume } from "#kube/types/pod.ts";
import { describeContainers } from "./containers.ts";
import { selectorText } from "./selector-text.ts";
import { describeVolumeSource } from "./volume-sources.ts";
import type { DescribeWriter } from "./writer.ts";

/** Describes the template of a workload. */
export const describePodTemplate = (writer: DescribeWriter, template: PodTemplateSpec): void => {
  writer.line(0, "Pod Template:");
  writer.labels("  Labels", template.metadata?.labels);
  if (Object.keys(template.metadata?.annotations ?? {}).length > 0) writer.annotations("  Annotations", template.metadata?.annotations);
  const spec = template.spec;
  if (spec === undefined) return;
  if (spec.serviceAccountName) writer.line(1, `Service Account:\t${spec.serviceAccountName}`);
  if ((spec.initContainers ?? []).length > 0)
    describeContainers(writer, { label: "Init Containers", containers: spec.initContainers ?? [], space: "  " });
  describeContainers(writer, { label: "Containers", containers: spec.containers, space: "  " });
  describeVolumes(writer, spec.volumes, "  ");
  describeSpread(writer, spec, "  ");
  if (spec.priorityClassName) writer.line(1, `Priority Class Name:\t${spec.priorityClassName}`);
  writer.labels("  Node-Selectors", spec.nodeSelector);
  describeTolerations(writer, "  Tolerations", spec.tolerations);
  describeWorkloadReference(writer, spec, "  ");
};

/** Describes volumes. */
export const describeVolumes = (writer: DescribeWriter, volumes: readonly Volume[] | undefined, space: string): void => {
  if (volumes === undefined || volumes.length === 0) return writer.raw(`${space}Volumes:\t<none>\n`);
  writer.raw(`${space}Volumes:\n`);
  for (const volume of volumes) {
    writer.line(1, `${space.length > 0 ? " " : ""}${volume.name}:`);
    describeVolumeSource(writer, volume as unknown as Readonly<Record<string, unknown>>, "volume");
  }
};

/** Describes topology spread constraints, where there are any. */
export const describeSpread = (writer: DescribeWriter, spec: PodSpec, space: string): void => {
  const constraints = [...(spec.topologySpreadConstraints ?? [])].sort((a, b) => (a.topologyKey < b.topologyKey ? -1 : 1));
  constraints.forEach(({ topologyKey, whenUnsatisfiable, maxSkew, labelSelector }, index) => {
    const title = index === 0 ? `${space}Topology Spread Constraints:\t` : `${space}\t`;
    const suffix = labelSelector === undefined ? "" : ` for selector ${selectorText(labelSelector)}`;
    writer.raw(`${title}${topologyKey}:${whenUnsatisfiable} when max skew ${maxSkew} is exceeded${suffix}\n`);
  });
};

/** Describes tolerations, sorted by key. */
export const describeTolerations = (writer: DescribeWriter, title: string, tolerations: readonly Toleration[] | undefined): void => {
  const sorted = [...(tolerations ?? [])].sort((a, b) => ((a.key ?? "") < (b.key ?? "") ? -1 : (a.key ?? "") > (b.key ?? "") ? 1 : 0));
  writer.list(title, sorted.map(tolerationText));
};

const tolerationText = ({ key = "", operator, value, effect, tolerationSeconds }: Toleration): string => {
  let text = `${key}${value ? `=${value}` : ""}${effect ? `:${effect}` : ""}`;
  if (operator === "Exists" && !value) text += key !== "" || effect ? " op=Exists" : "op=Exists";
  return tolerationSeconds === undefined ? text : `${text} for ${tolerationSeconds}s`;
};

/** Describes the workload that a pod belongs to, where it names one. */
export const describeWorkloadReference = (writer: DescribeWriter, { workloadRef }: PodSpec, space: string): void => {
  if (workloadRef === undefined) return;
  writer.raw(`${space}WorkloadRef:\n`);
  writer.line(1, `Name:\t${workloadRef.name}`);
  writer.line(1, `PodGroup:\t${workloadRef.podGroup}`);
  if (workloadRef.podGroupReplicaKey) writer.line(1, `PodGroupReplicaKey:\t${workloadRef.podGroupReplicaKey}`);
};
