import { toTimestamp } from "#core/timestamp.ts";
import type { Node } from "#kube/types/cluster.ts";
import { hex64 } from "../kernel/hex64.ts";
import type { World } from "../kernel/world.ts";
import { healthyConditions } from "../kubelet/node/healthy-conditions.ts";

/** One machine. */
export interface NodeSpec {
  readonly name: string;
  readonly address: string;
  readonly podCIDR: string;
  readonly cpu: number;
  readonly memoryKi: number;
  readonly isControlPlane: boolean;
  /** Most pods that its kubelet takes; missing: 110, the kubelet's default. */
  readonly podsMax?: number;
  /** Memory that the kubelet reserves, KiB; missing: 100 MiB. */
  readonly reservedMemoryKi?: number;
}

/** The Node objects, their kubelets already reporting. */
export const clusterNodes = (world: World, specs: readonly NodeSpec[]): readonly Node[] => specs.map((spec) => createNode(world, spec));

const CONTROL_PLANE_ROLE = "node-role.kubernetes.io/control-plane";

const createNode = (world: World, { name, address, podCIDR, isControlPlane, ...size }: NodeSpec): Node => ({
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
    capacity: resources(size, size.memoryKi),
    allocatable: resources(size, size.memoryKi - (size.reservedMemoryKi ?? SYSTEM_MEMORY_KI)),
    conditions: healthyConditions(toTimestamp(world.nowMs())),
    daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
    nodeInfo: nodeInfo(world, name),
  },
});

const SYSTEM_MEMORY_KI = 102_400;

const PODS_MAX = 110;

const resources = ({ cpu, podsMax }: Pick<NodeSpec, "cpu" | "podsMax">, memoryKi: number): Readonly<Record<string, string>> => ({
  cpu: `${cpu}`,
  "ephemeral-storage": "102625208Ki",
  "hugepages-1Gi": "0",
  "hugepages-2Mi": "0",
  memory: `${memoryKi}Ki`,
  pods: `${podsMax ?? PODS_MAX}`,
});

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
