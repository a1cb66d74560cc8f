import type { NodeSpec } from "./nodes.ts";

/** Contents of a fresh cluster. */
export interface ClusterPlan {
  readonly nodes: readonly NodeSpec[];
  /** True: etcd, the API server and the controllers run as static pods; false: they run outside of the cluster. */
  readonly hasControlPlanePods: boolean;
  /** True: kube-proxy and the pod network run as DaemonSets; false: as programs of the machines. */
  readonly hasAgentPods: boolean;
  /** True: a default StorageClass and its provisioner. */
  readonly hasStorage: boolean;
  /** True: metrics-server runs, so that `kubectl top` and autoscalers have somebody to ask. */
  readonly hasMetricsServer: boolean;
  /** True: the exporters of a monitoring system run. */
  readonly hasExporters: boolean;
  readonly dns: DnsPlan;
  /** Images on every node's disk from the beginning, besides those of the components that are installed. */
  readonly images: readonly string[];
  /** Time that passes from one step of the installation to the next, ms. */
  readonly paceMs: number;
  /** False: the machines have no way out to any registry. */
  readonly hasRegistries: boolean;
}

/** Installation of CoreDNS. */
export interface DnsPlan {
  readonly replicas: number;
  readonly requests: Readonly<Record<string, string>>;
}

/** A cluster as kubeadm and kind make it: a control plane and some workers, with storage. */
export const fullCluster = (workers = 3): ClusterPlan => ({
  nodes: [
    { name: "control-plane", address: "172.18.0.2", podCIDR: "10.244.0.0/24", cpu: 4, memoryKi: 8_148_256, isControlPlane: true },
    ...Array.from({ length: workers }, (_, index) => fullWorker(index + 1)),
  ],
  hasControlPlanePods: true,
  hasAgentPods: true,
  hasStorage: true,
  hasMetricsServer: true,
  hasExporters: true,
  dns: { replicas: 2, requests: { cpu: "100m", memory: "70Mi" } },
  images: [
    "registry.k8s.io/etcd:3.6.6-0",
    "registry.k8s.io/kube-apiserver:v1.35.4",
    "registry.k8s.io/kube-controller-manager:v1.35.4",
    "registry.k8s.io/kube-scheduler:v1.35.4",
    "registry.k8s.io/pause:3.10.1",
  ],
  paceMs: 1_730,
  hasRegistries: true,
});

const fullWorker = (number: number): NodeSpec => ({
  name: `worker-${number}`,
  address: `172.18.0.${number + 2}`,
  podCIDR: `10.244.${number}.0/24`,
  cpu: 8,
  memoryKi: 16_393_216,
  isControlPlane: false,
});

/** A cluster with as little in it as can be: machines that take pods, and name resolution. */
export const bareCluster = (nodes = 1): ClusterPlan => ({
  nodes: Array.from({ length: nodes }, (_, index) => bareNode(index)),
  hasControlPlanePods: false,
  hasAgentPods: false,
  hasStorage: false,
  hasMetricsServer: false,
  hasExporters: false,
  dns: { replicas: 1, requests: { cpu: "10m", memory: "30Mi" } },
  images: ["registry.local/busybox:1.35", "registry.local/node:24", "registry.local/pause:3.10"],
  paceMs: 0,
  hasRegistries: false,
});

const bareNode = (index: number): NodeSpec => ({
  name: `worker-${index + 1}`,
  address: `172.18.0.${index + 2}`,
  podCIDR: `10.244.${index}.0/24`,
  cpu: 2,
  memoryKi: 24_682_416,
  isControlPlane: false,
  podsMax: 250,
  reservedMemoryKi: 204_800,
});
