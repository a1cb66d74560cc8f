import { toTimestamp } from "#core/timestamp.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { World } from "../kernel/world.ts";
import { hex64 } from "../kubelet/runtime-ids.ts";

/** The machines of a simulated cluster. */
export const NODES: readonly NodeSpec[] = Object.freeze([
  { name: "control-plane", address: "172.18.0.2", podCIDR: "10.244.0.0/24", cpu: 4, memoryKi: 8_148_256, isControlPlane: true },
  { name: "worker-1", address: "172.18.0.3", podCIDR: "10.244.1.0/24", cpu: 8, memoryKi: 16_393_216, isControlPlane: false },
  { name: "worker-2", address: "172.18.0.4", podCIDR: "10.244.2.0/24", cpu: 8, memoryKi: 16_393_216, isControlPlane: false },
  { name: "worker-3", address: "172.18.0.5", podCIDR: "10.244.3.0/24", cpu: 8, memoryKi: 16_393_216, isControlPlane: false },
]);

/** One machine. */
export interface NodeSpec {
  readonly name: string;
  readonly address: string;
  readonly podCIDR: string;
  readonly cpu: number;
  readonly memoryKi: number;
  readonly isControlPlane: boolean;
}

/** The Node objects, their kubelets already reporting. */
export const clusterNodes = (world: World): readonly Node[] => NODES.map((spec) => createNode(world, spec));

const CONTROL_PLANE_ROLE = "node-role.kubernetes.io/control-plane";

const createNode = (world: World, { name, address, podCIDR, cpu, memoryKi, isControlPlane }: NodeSpec): Node => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: {
    name,
    labels: {
      "beta.kubernetes.io/arch": "amd64",
      "beta.kubernetes.io/os": "linux",
      "kubernetes.io/arch": "amd64",
      "kubernetes.io/hostname": name,
      "kubernetes.io/os": "linux",
      ...(isControlPlane ? { [CONTROL_PLANE_ROLE]: "", "node.kubernetes.io/exclude-from-external-load-balancers": "" } : {}),
    },
    annotations: { "node.alpha.kubernetes.io/ttl": "0", "volumes.kubernetes.io/controller-managed-attach-detach": "true" },
  },
  spec: {
    podCIDR,
    podCIDRs: [podCIDR],
    ...(isControlPlane ? { taints: [{ key: CONTROL_PLANE_ROLE, effect: "NoSchedule" as const }] } : {}),
  },
  status: {
    addresses: [
      { type: "InternalIP", address },
      { type: "Hostname", address: name },
    ],
    capacity: resources(cpu, memoryKi),
    allocatable: resources(cpu, memoryKi - SYSTEM_MEMORY_KI),
    conditions: healthyConditions(toTimestamp(world.nowMs())),
    daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
    nodeInfo: nodeInfo(world, name),
  },
});

const SYSTEM_MEMORY_KI = 102_400;

const resources = (cpu: number, memoryKi: number): Readonly<Record<string, string>> => ({
  cpu: `${cpu}`,
  "ephemeral-storage": "102625208Ki",
  "hugepages-1Gi": "0",
  "hugepages-2Mi": "0",
  memory: `${memoryKi}Ki`,
  pods: "110",
});

/** The conditions of a node whose kubelet reports that all is well. */
export const healthyConditions = (now: string): NonNullable<NonNullable<Node["status"]>["conditions"]> =>
  HEALTHY.map(([type, status, reason, message]) => ({ type, status, lastHeartbeatTime: now, lastTransitionTime: now, reason, message }));

const HEALTHY = [
  ["MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
  ["Ready", "True", "KubeletReady", "kubelet is posting ready status"],
] as const;

const nodeInfo = (world: World, name: string): Readonly<Record<string, string>> => {
  const hex = hex64(world, `bootstrap/machine/${name}`);
  const uuid = (from: number): string =>
    [
      hex.slice(from, from + 8),
      hex.slice(from + 8, from + 12),
      `4${hex.slice(from + 13, from + 16)}`,
      `a${hex.slice(from + 17, from + 20)}`,
      hex.slice(from + 20, from + 32),
    ].join("-");
  return {
    architecture: "amd64",
    bootID: uuid(0),
    containerRuntimeVersion: "containerd://1.6.20",
    kernelVersion: "6.1.0-32-amd64",
    kubeProxyVersion: "",
    kubeletVersion: "v1.35.4",
    machineID: hex.slice(0, 32),
    operatingSystem: "linux",
    osImage: "Debian GNU/Linux 12 (bookworm)",
    systemUUID: uuid(32),
  };
};
