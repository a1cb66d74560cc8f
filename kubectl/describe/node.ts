import { parseQuantity, sumQuantities } from "#kube/objects/quantity.ts";
import { ageSince } from "#kube/table/human-duration.ts";
import type { Lease, Node, Taint } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { rfc1123 } from "../print/rfc1123.ts";
import { PODS } from "../session/pods-of.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";
import { type PodUse, podUse } from "./pod-use.ts";
import type { DescribeWriter } from "./writer.ts";

/** Describes a Node with its lease, its pods and what they ask for. */
export const describeNode = async (context: DescribeContext): Promise<void> => {
  const { writer, session } = context;
  const node = context.object as unknown as Node;
  const { metadata, spec, status } = node;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Roles:\t${nodeRoles(node).join(",") || "<none>"}`);
  writer.labels("Labels", metadata.labels);
  writer.annotations("Annotations", metadata.annotations);
  writer.line(0, `CreationTimestamp:\t${rfc1123(metadata.creationTimestamp)}`);
  writer.list("Taints", [...(spec.taints ?? [])].sort((a, b) => (`${a.effect},${a.key}` < `${b.effect},${b.key}` ? -1 : 1)).map(taintText));
  writer.line(0, `Unschedulable:\t${spec.unschedulable ?? false}`);
  await writeLease(context);
  writeConditions(writer, node);
  writer.line(0, "Addresses:");
  for (const { type, address } of status?.addresses ?? []) writer.line(1, `${type}:\t${address}`);
  writeAmounts(writer, "Capacity", status?.capacity);
  writeAmounts(writer, "Allocatable", status?.allocatable);
  writeSystem(writer, status?.nodeInfo ?? {});
  if (spec.podCIDR) writer.line(0, `PodCIDR:\t${spec.podCIDR}`);
  if ((spec.podCIDRs ?? []).length > 0) writer.line(0, `PodCIDRs:\t${spec.podCIDRs?.join(",")}`);
  if (spec.providerID) writer.line(0, `ProviderID:\t${spec.providerID}`);
  const response = await session.cluster.read({
    path: `/api/v1/${PODS.plural}`,
    query: { fieldSelector: `spec.nodeName=${metadata.name},status.phase!=Succeeded,status.phase!=Failed` },
  });
  if (response.status === 200) writePods(writer, (response.body as { items?: readonly Pod[] }).items ?? [], node);
  else writer.raw("Pods:\tnot authorized\n");
  await describeEvents(context, { uids: [metadata.uid ?? "", metadata.name] });
};

const ROLE_PREFIX = "node-role.kubernetes.io/";

const nodeRoles = ({ metadata }: Node): readonly string[] => {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX) && key.length > ROLE_PREFIX.length) roles.add(key.slice(ROLE_PREFIX.length));
    else if (key === "kubernetes.io/role" && value !== "") roles.add(value);
  }
  return [...roles].sort();
};

const taintText = ({ key, value, effect }: Taint): string => `${key}${value ? `=${value}` : ""}:${effect}`;

const writeLease = async ({ writer, session, object }: DescribeContext): Promise<void> => {
  const response = await session.cluster.read({
    path: `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${object.metadata.name}`,
  });
  if (response.status !== 200)
    return writer.line(0, `Lease:\tFailed to get lease: ${(response.body as { message?: string }).message ?? ""}`);
  const { spec } = response.body as Lease;
  writer.line(0, "Lease:");
  writer.line(1, `HolderIdentity:\t${spec?.holderIdentity ?? "<unset>"}`);
  writer.line(1, `AcquireTime:\t${spec?.acquireTime ? rfc1123(spec.acquireTime) : "<unset>"}`);
  writer.line(1, `RenewTime:\t${spec?.renewTime ? rfc1123(spec.renewTime) : "<unset>"}`);
};

const writeConditions = (writer: DescribeWriter, { status }: Node): void => {
  if ((status?.conditions ?? []).length === 0) return;
  writer.raw(
    "Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n",
  );
  for (const condition of status?.conditions ?? []) {
    writer.line(
      1,
      `${condition.type} \t${condition.status} \t${rfc1123(condition.lastHeartbeatTime)} \t${rfc1123(condition.lastTransitionTime)} \t${condition.reason ?? ""} \t${condition.message ?? ""}`,
    );
  }
};

const writeAmounts = (writer: DescribeWriter, title: string, amounts: Readonly<Record<string, string>> | undefined): void => {
  if (Object.keys(amounts ?? {}).length === 0) return;
  writer.line(0, `${title}:`);
  for (const name of Object.keys(amounts ?? {}).sort()) writer.line(1, `${name}:\t${amounts?.[name]}`);
};

const SYSTEM_FIELDS = [
  ["Machine ID", "machineID"],
  ["System UUID", "systemUUID"],
  ["Boot ID", "bootID"],
  ["Kernel Version", "kernelVersion"],
  ["OS Image", "osImage"],
  ["Operating System", "operatingSystem"],
  ["Architecture", "architecture"],
  ["Container Runtime Version", "containerRuntimeVersion"],
  ["Kubelet Version", "kubeletVersion"],
  ["Kube-Proxy Version", "kubeProxyVersion"],
] as const;

const writeSystem = (writer: DescribeWriter, info: Readonly<Record<string, string>>): void => {
  writer.line(0, "System Info:");
  for (const [label, field] of SYSTEM_FIELDS) writer.line(1, `${label}:\t${info[field] ?? ""}`);
};

const nanos = (text: string | undefined): number => Number(parseQuantity(text ?? "0")?.nanos ?? 0n);
const share = (amount: string, total: string | undefined): string => {
  const whole = nanos(total);
  return `${amount} (${whole === 0 ? 0 : Math.trunc((nanos(amount) * 100) / whole)}%)`;
};

const writePods = (writer: DescribeWriter, pods: readonly Pod[], node: Node): void => {
  const total = node.status?.allocatable ?? node.status?.capacity ?? {};
  writer.line(0, `Non-terminated Pods:\t(${pods.length} in total)`);
  writer.raw(
    "  Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge\n  ---------\t----\t\t------------\t----------\t---------------\t-------------\t---\n",
  );
  const amounts = pods.map(podUse);
  pods.forEach((pod, index) => {
    const { requests, limits } = amounts[index] as PodUse;
    const cells = [
      share(requests["cpu"] ?? "0", total["cpu"]),
      share(limits["cpu"] ?? "0", total["cpu"]),
      share(requests["memory"] ?? "0", total["memory"]),
      share(limits["memory"] ?? "0", total["memory"]),
    ];
    writer.line(
      1,
      `${pod.metadata.namespace}\t${pod.metadata.name}\t\t${cells.join("\t")}\t${ageSince(pod.metadata.creationTimestamp, writer.nowMs)}`,
    );
  });
  writer.raw(
    "Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n  Resource\tRequests\tLimits\n  --------\t--------\t------\n",
  );
  for (const name of [
    "cpu",
    "memory",
    "ephemeral-storage",
    ...Object.keys(total)
      .filter((key) => key.startsWith("hugepages-"))
      .sort(),
  ]) {
    writer.line(
      1,
      `${name}\t${share(sumOf(amounts, "requests", name), total[name])}\t${share(sumOf(amounts, "limits", name), total[name])}`,
    );
  }
  for (const name of Object.keys(total).filter(isExtended).sort())
    writer.line(1, `${name}\t${sumOf(amounts, "requests", name)}\t${sumOf(amounts, "limits", name)}`);
};

/** True for an extended resource of a node, such as a device. */
const isExtended = (name: string): boolean => !STANDARD.has(name) && !name.startsWith("hugepages-");

const STANDARD: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage", "pods"]);

const sumOf = (amounts: readonly PodUse[], list: "requests" | "limits", name: string): string =>
  sumQuantities(amounts.map((amount) => amount[list][name] ?? "0"));
