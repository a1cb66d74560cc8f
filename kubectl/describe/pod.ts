import { qosClassOf } from "#kube/objects/qos-class.ts";
import { ageSince } from "#kube/table/human-duration.ts";
import type { Pod } from "#kube/types/pod.ts";
import { rfc1123 } from "../print/rfc1123.ts";
import { describeContainers, describeResources, describeSeccomp } from "./containers.ts";
import { controllerText, type DescribeContext, describeEvents } from "./describer.ts";
import { describeSpread, describeTolerations, describeVolumes, describeWorkloadReference } from "./pod-template.ts";
import type { DescribeWriter } from "./writer.ts";

/** Describes a Pod. */
export const describePod = async (context: DescribeContext): Promise<void> => {
  const { writer } = context;
  const pod = context.object as unknown as Pod;
  writeHead(writer, pod);
  const owner = controllerText(context.object);
  if (owner !== undefined) writer.line(0, `Controlled By:\t${owner}`);
  if (pod.status?.nominatedNodeName) writer.line(0, `NominatedNodeName:\t${pod.status.nominatedNodeName}`);
  if (pod.spec.resources !== undefined) {
    writer.line(0, "Resources:");
    describeResources(writer, pod.spec.resources, 1);
  }
  writeContainers(writer, pod);
  writeConditions(writer, pod);
  describeVolumes(writer, pod.spec.volumes, "");
  writer.line(0, `QoS Class:\t${pod.status?.qosClass ?? qosClassOf(pod.spec)}`);
  writer.labels("Node-Selectors", pod.spec.nodeSelector);
  describeTolerations(writer, "Tolerations", pod.spec.tolerations);
  describeSpread(writer, pod.spec, "");
  describeWorkloadReference(writer, pod.spec, "");
  const mirror = pod.metadata.annotations?.["kubernetes.io/config.mirror"];
  await describeEvents(context, { withKind: false, uids: [mirror ?? pod.metadata.uid ?? ""] });
};

const writeHead = (writer: DescribeWriter, { metadata, spec, status }: Pod): void => {
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace ?? ""}`);
  if (spec.priority !== undefined) writer.line(0, `Priority:\t${spec.priority}`);
  if (spec.priorityClassName) writer.line(0, `Priority Class Name:\t${spec.priorityClassName}`);
  if (spec.runtimeClassName) writer.line(0, `Runtime Class Name:\t${spec.runtimeClassName}`);
  if (spec.serviceAccountName) writer.line(0, `Service Account:\t${spec.serviceAccountName}`);
  writer.line(0, `Node:\t${spec.nodeName ? `${spec.nodeName}/${status?.hostIP ?? ""}` : "<none>"}`);
  if (status?.startTime) writer.line(0, `Start Time:\t${rfc1123(status.startTime)}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writeStatus(writer, { metadata, status });
  describeSeccomp(writer, spec.securityContext, { level: 0, fileLevel: 0 });
  writer.line(0, `IP:\t${status?.podIP ?? ""}`);
  const addresses = status?.podIPs ?? [];
  writer.raw(addresses.length === 0 ? "IPs:\t<none>\n" : "IPs:\n");
  for (const { ip } of addresses) writer.line(1, `IP:\t${ip}`);
};

const writeStatus = (writer: DescribeWriter, { metadata, status }: Pick<Pod, "metadata"> & { readonly status: Pod["status"] }): void => {
  const isTerminal = status?.phase === "Failed" || status?.phase === "Succeeded";
  if (metadata.deletionTimestamp !== undefined && !isTerminal) {
    writer.line(0, `Status:\tTerminating (lasts ${ageSince(metadata.deletionTimestamp, writer.nowMs)})`);
    writer.line(0, `Termination Grace Period:\t${metadata.deletionGracePeriodSeconds ?? 0}s`);
  } else writer.line(0, `Status:\t${status?.phase ?? ""}`);
  if (status?.reason) writer.line(0, `Reason:\t${status.reason}`);
  if (status?.message) writer.line(0, `Message:\t${status.message}`);
};

const writeContainers = (writer: DescribeWriter, pod: Pod): void => {
  const { spec, status } = pod;
  if ((spec.initContainers ?? []).length > 0)
    describeContainers(writer, {
      label: "Init Containers",
      containers: spec.initContainers ?? [],
      statuses: status?.initContainerStatuses,
      pod,
      space: "",
    });
  describeContainers(writer, { label: "Containers", containers: spec.containers, statuses: status?.containerStatuses, pod, space: "" });
  if ((spec.ephemeralContainers ?? []).length > 0)
    describeContainers(writer, {
      label: "Ephemeral Containers",
      containers: spec.ephemeralContainers ?? [],
      statuses: status?.ephemeralContainerStatuses,
      pod,
      space: "",
    });
};

const writeConditions = (writer: DescribeWriter, { spec, status }: Pod): void => {
  const gates = (spec.readinessGates ?? []) as readonly { readonly conditionType: string }[];
  if (gates.length > 0) {
    writer.raw("Readiness Gates:\n  Type\tStatus\n");
    for (const gate of gates)
      writer.line(1, `${gate.conditionType} \t${status?.conditions?.find(({ type }) => type === gate.conditionType)?.status ?? "<none>"} `);
  }
  if ((status?.conditions ?? []).length === 0) return;
  writer.raw("Conditions:\n  Type\tStatus\n");
  for (const condition of status?.conditions ?? []) writer.line(1, `${condition.type} \t${condition.status} `);
};
