import { KUBEADM_COREFILE } from "#kube/objects/kubeadm-corefile.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { DnsPlan } from "./cluster-plan.ts";

/** CoreDNS with the Service that every pod's resolver asks. */
export const clusterDns = (plan: DnsPlan): readonly KubeObject[] => [
  { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "coredns", namespace: "kube-system" } },
  {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "coredns", namespace: "kube-system" },
    data: { Corefile: KUBEADM_COREFILE },
  } as KubeObject,
  { apiVersion: "v1", kind: "Service", metadata: SERVICE_METADATA, spec: SERVICE_SPEC } as KubeObject,
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "coredns", namespace: "kube-system", labels: LABELS },
    spec: deploymentSpec(plan),
  } as KubeObject,
];

const LABELS = Object.freeze({ "k8s-app": "kube-dns" });

const SERVICE_METADATA = Object.freeze({
  name: "kube-dns",
  namespace: "kube-system",
  labels: { ...LABELS, "kubernetes.io/cluster-service": "true", "kubernetes.io/name": "CoreDNS" },
});

const SERVICE_SPEC = Object.freeze({
  clusterIP: "10.96.0.10",
  selector: LABELS,
  ports: [
    { name: "dns", port: 53, protocol: "UDP", targetPort: 53 },
    { name: "dns-tcp", port: 53, protocol: "TCP", targetPort: 53 },
    { name: "metrics", port: 9153, protocol: "TCP", targetPort: 9153 },
  ],
});

const deploymentSpec = ({ replicas, requests }: DnsPlan) => ({
  replicas,
  selector: { matchLabels: LABELS },
  strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: "25%" } },
  template: { metadata: { labels: LABELS }, spec: podSpec(requests) },
});

const podSpec = (requests: DnsPlan["requests"]) => ({
  serviceAccountName: "coredns",
  priorityClassName: "system-cluster-critical",
  dnsPolicy: "Default",
  nodeSelector: { "kubernetes.io/os": "linux" },
  tolerations: [
    { key: "CriticalAddonsOnly", operator: "Exists" },
    { key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" },
  ],
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 100,
          podAffinityTerm: {
            topologyKey: "kubernetes.io/hostname",
            labelSelector: { matchExpressions: [{ key: "k8s-app", operator: "In", values: ["kube-dns"] }] },
          },
        },
      ],
    },
  },
  containers: [
    {
      name: "coredns",
      image: "registry.k8s.io/coredns/coredns:v1.13.1",
      args: ["-conf", "/etc/coredns/Corefile"],
      resources: { limits: { memory: "170Mi" }, requests },
      ports: [
        { containerPort: 53, name: "dns", protocol: "UDP" },
        { containerPort: 53, name: "dns-tcp", protocol: "TCP" },
        { containerPort: 9153, name: "metrics", protocol: "TCP" },
        { containerPort: 8080, name: "liveness-probe", protocol: "TCP" },
        { containerPort: 8181, name: "readiness-probe", protocol: "TCP" },
      ],
      volumeMounts: [{ name: "config-volume", mountPath: "/etc/coredns", readOnly: true }],
      livenessProbe: {
        httpGet: { path: "/health", port: "liveness-probe", scheme: "HTTP" },
        initialDelaySeconds: 60,
        timeoutSeconds: 5,
        successThreshold: 1,
        failureThreshold: 5,
      },
      readinessProbe: { httpGet: { path: "/ready", port: "readiness-probe", scheme: "HTTP" } },
      securityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { add: ["NET_BIND_SERVICE"], drop: ["ALL"] },
        readOnlyRootFilesystem: true,
      },
    },
  ],
  volumes: [{ name: "config-volume", configMap: { name: "coredns", items: [{ key: "Corefile", path: "Corefile" }] } }],
});
