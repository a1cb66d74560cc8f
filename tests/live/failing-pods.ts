import type { KubeObject } from "#kube/types/meta.ts";
import type { Container, PodSpec } from "#kube/types/pod.ts";

/** A minimal example of failing pods. */
export interface FailingPods {
  readonly name: string;
  readonly objects: (namespace: string) => readonly KubeObject[];
}

const IMAGE = "busybox:1.36";

const deployment = (name: string, container: Partial<Container>, pod: Partial<PodSpec> = {}): ((namespace: string) => KubeObject) => {
  const containers = [{ name: "main", image: IMAGE, command: ["sleep", "100000"], ...container }];
  const template = { metadata: { labels: { app: name } }, spec: { terminationGracePeriodSeconds: 1, containers, ...pod } };
  const spec = { replicas: 1, selector: { matchLabels: { app: name } }, template };
  return (namespace) => ({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name, namespace }, spec }) as KubeObject;
};

const alone = (name: string, container: Partial<Container>, pod: Partial<PodSpec> = {}): FailingPods => {
  const make = deployment(name, container, pod);
  return { name, objects: (namespace) => [make(namespace)] };
};

const script = (text: string): Pick<Container, "command"> => ({ command: ["sh", "-c", text] });

/** The families of failures that faults are based on. */
export const FAILING_PODS: readonly FailingPods[] = [
  alone("image-missing", { image: "registry.local/busybox:0.0" }),
  alone(
    "config-volume-missing",
    { volumeMounts: [{ name: "settings", mountPath: "/settings" }] },
    { volumes: [{ name: "settings", configMap: { name: "settings" } }] },
  ),
  alone("config-env-missing", { env: [{ name: "MODE", valueFrom: { configMapKeyRef: { name: "settings", key: "mode" } } }] }),
  alone("config-env-from-missing", { envFrom: [{ configMapRef: { name: "settings" } }] }),
  alone("secret-key-missing", { env: [{ name: "TOKEN", valueFrom: { secretKeyRef: { name: "token", key: "token" } } }] }),
  alone("command-missing", { command: ["no-such-program"] }),
  alone("crash", script("echo broken; exit 3")),
  alone("ends-well", script("exit 0")),
  alone("out-of-memory", { ...script("sleep 2; tail /dev/zero"), resources: { limits: { memory: "16Mi" } } }),
  alone("liveness-http", {
    ...script("sleep 100000"),
    livenessProbe: { httpGet: { path: "/healthz", port: 8080 }, periodSeconds: 2, failureThreshold: 2 },
  }),
  alone("liveness-command", {
    ...script("sleep 100000"),
    livenessProbe: { exec: { command: ["cat", "/tmp/healthy"] }, periodSeconds: 2, failureThreshold: 2 },
  }),
  alone("readiness-http", {
    command: ["httpd", "-f", "-p", "8080", "-h", "/tmp"],
    readinessProbe: { httpGet: { path: "/ready", port: 8080 }, periodSeconds: 2 },
  }),
  alone("readiness-port", { ...script("sleep 100000"), readinessProbe: { tcpSocket: { port: 8080 }, periodSeconds: 2 } }),
  alone("startup-command", {
    ...script("sleep 100000"),
    startupProbe: { exec: { command: ["false"] }, periodSeconds: 2, failureThreshold: 2 },
  }),
  alone("node-selector", {}, { nodeSelector: { disk: "ssd" } }),
  alone("too-much-cpu", { resources: { requests: { cpu: "999" } } }),
  alone(
    "claim-missing",
    { volumeMounts: [{ name: "data", mountPath: "/data" }] },
    { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] },
  ),
  alone("init-fails", {}, { initContainers: [{ name: "prepare", image: IMAGE, ...script("exit 3") }] }),
  alone("init-image-missing", {}, { initContainers: [{ name: "prepare", image: "registry.local/busybox:0.0" }] }),
  alone("account-missing", {}, { serviceAccountName: "nobody" }),
  {
    name: "quota-denied",
    objects: (namespace) => [
      {
        apiVersion: "v1",
        kind: "ResourceQuota",
        metadata: { name: "team", namespace },
        spec: { hard: { "requests.cpu": "1" } },
      } as KubeObject,
      deployment("quota-denied", { resources: { requests: { cpu: "2" } } })(namespace),
    ],
  },
];
