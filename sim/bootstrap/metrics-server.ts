import type { KubeObject } from "#kube/types/meta.ts";

/** metrics-server: what `kubectl top` and autoscalers ask. @param placement fields of the pod's spec that say where it runs */
export const metricsServer = (placement: object): readonly KubeObject[] => [
  { apiVersion: "v1", kind: "ServiceAccount", metadata: METADATA },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "system:metrics-server", labels: LABELS },
    rules: [
      { apiGroups: [""], resources: ["nodes/metrics"], verbs: ["get"] },
      { apiGroups: [""], resources: ["pods", "nodes"], verbs: ["get", "list", "watch"] },
    ],
  } as KubeObject,
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "system:metrics-server", labels: LABELS },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:metrics-server" },
    subjects: [{ kind: "ServiceAccount", name: "metrics-server", namespace: "kube-system" }],
  } as KubeObject,
  {
    apiVersion: "v1",
    kind: "Service",
    metadata: METADATA,
    spec: { selector: LABELS, ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: "https" }] },
  } as KubeObject,
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: METADATA,
    spec: { replicas: 1, selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec: podSpec(placement) } },
  } as KubeObject,
  {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: "v1beta1.metrics.k8s.io", labels: LABELS },
    spec: {
      group: "metrics.k8s.io",
      groupPriorityMinimum: 100,
      insecureSkipTLSVerify: true,
      service: { name: "metrics-server", namespace: "kube-system", port: 443 },
      version: "v1beta1",
      versionPriority: 100,
    },
  } as KubeObject,
];

const LABELS = Object.freeze({ "k8s-app": "metrics-server" });
const METADATA = Object.freeze({ name: "metrics-server", namespace: "kube-system", labels: LABELS });

const podSpec = (placement: object) => ({
  serviceAccountName: "metrics-server",
  priorityClassName: "system-cluster-critical",
  ...placement,
  containers: [
    {
      name: "metrics-server",
      image: "registry.k8s.io/metrics-server/metrics-server:v0.8.0",
      args: [
        "--cert-dir=/tmp",
        "--secure-port=10250",
        "--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname",
        "--kubelet-use-node-status-port",
        "--metric-resolution=15s",
        "--kubelet-insecure-tls",
      ],
      ports: [{ name: "https", containerPort: 10_250, protocol: "TCP" }],
      resources: { requests: { cpu: "100m", memory: "200Mi" } },
      volumeMounts: [{ name: "tmp-dir", mountPath: "/tmp" }],
    },
  ],
  volumes: [{ name: "tmp-dir", emptyDir: {} }],
});
