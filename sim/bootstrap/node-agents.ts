import type { KubeObject } from "#kube/types/meta.ts";

/** The pods that run on every node: the service proxy and the pod network. */
export const nodeAgents = (): readonly KubeObject[] => [
  { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "kube-proxy", namespace: "kube-system" } },
  { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "kindnet", namespace: "kube-system" } },
  {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "kube-proxy", namespace: "kube-system", labels: { app: "kube-proxy" } },
    data: { "config.conf": PROXY_CONFIG },
  } as KubeObject,
  daemonSet("kube-proxy", { "k8s-app": "kube-proxy" }, PROXY_POD),
  daemonSet("kindnet", { app: "kindnet", "k8s-app": "kindnet", tier: "node" }, NETWORK_POD),
];

const PROXY_CONFIG = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
bindAddress: 0.0.0.0
clusterCIDR: 10.244.0.0/16
mode: iptables
conntrack:
  maxPerCore: 0
`;

const daemonSet = (name: string, labels: Readonly<Record<string, string>>, podSpec: object): KubeObject =>
  ({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: "kube-system", labels },
    spec: {
      selector: { matchLabels: name === "kindnet" ? { app: "kindnet" } : labels },
      template: {
        metadata: { labels },
        spec: { hostNetwork: true, serviceAccountName: name, tolerations: [{ operator: "Exists" }], ...podSpec },
      },
    },
  }) as KubeObject;

const PROXY_POD = Object.freeze({
  priorityClassName: "system-node-critical",
  nodeSelector: { "kubernetes.io/os": "linux" },
  containers: [
    {
      name: "kube-proxy",
      image: "registry.k8s.io/kube-proxy:v1.35.4",
      command: ["/usr/local/bin/kube-proxy", "--config=/var/lib/kube-proxy/config.conf", "--hostname-override=$(NODE_NAME)"],
      env: [{ name: "NODE_NAME", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "spec.nodeName" } } }],
      securityContext: { privileged: true },
      volumeMounts: [
        { name: "kube-proxy", mountPath: "/var/lib/kube-proxy" },
        { name: "xtables-lock", mountPath: "/run/xtables.lock" },
        { name: "lib-modules", mountPath: "/lib/modules", readOnly: true },
      ],
    },
  ],
  volumes: [
    { name: "kube-proxy", configMap: { name: "kube-proxy" } },
    { name: "xtables-lock", hostPath: { path: "/run/xtables.lock", type: "FileOrCreate" } },
    { name: "lib-modules", hostPath: { path: "/lib/modules", type: "" } },
  ],
});

const NETWORK_POD = Object.freeze({
  containers: [
    {
      name: "kindnet-cni",
      image: "docker.io/kindest/kindnetd:v20250512-df8de77b",
      env: [
        { name: "HOST_IP", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "status.hostIP" } } },
        { name: "POD_IP", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "status.podIP" } } },
        { name: "POD_SUBNET", value: "10.244.0.0/16" },
      ],
      resources: { limits: { cpu: "100m", memory: "50Mi" }, requests: { cpu: "100m", memory: "50Mi" } },
      securityContext: { privileged: false, capabilities: { add: ["NET_RAW", "NET_ADMIN"] } },
      volumeMounts: [{ name: "cni-cfg", mountPath: "/etc/cni/net.d" }],
    },
  ],
  volumes: [{ name: "cni-cfg", hostPath: { path: "/etc/cni/net.d", type: "" } }],
});
