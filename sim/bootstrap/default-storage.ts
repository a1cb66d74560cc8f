import type { KubeObject } from "#kube/types/meta.ts";
import { LOCAL_PATH } from "../storage/storage-names.ts";

/** The default StorageClass and the provisioner that serves it. */
export const defaultStorage = (): readonly KubeObject[] => [
  {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name: "standard", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
    provisioner: LOCAL_PATH,
    reclaimPolicy: "Delete",
    volumeBindingMode: "WaitForFirstConsumer",
  } as KubeObject,
  { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "local-path-provisioner-service-account", namespace: NAMESPACE } },
  {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "local-path-config", namespace: NAMESPACE },
    data: { "config.json": CONFIG },
  } as KubeObject,
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "local-path-provisioner", namespace: NAMESPACE },
    spec: { replicas: 1, selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec: podSpec() } },
  } as KubeObject,
];

const NAMESPACE = "local-path-storage";
const LABELS = Object.freeze({ app: "local-path-provisioner" });
const CONFIG =
  '{\n  "nodePathMap": [\n    {\n      "node": "DEFAULT_PATH_FOR_NON_LISTED_NODES",\n      "paths": ["/var/local-path-provisioner"]\n    }\n  ]\n}\n';

const podSpec = () => ({
  serviceAccountName: "local-path-provisioner-service-account",
  nodeSelector: { "kubernetes.io/os": "linux" },
  tolerations: [{ key: "node-role.kubernetes.io/control-plane", operator: "Equal", effect: "NoSchedule" }],
  containers: [
    {
      name: "local-path-provisioner",
      image: "docker.io/kindest/local-path-provisioner:v20250214-acbabc1a",
      command: ["local-path-provisioner", "--debug", "start", "--config", "/etc/config/config.json"],
      env: [{ name: "POD_NAMESPACE", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } } }],
      volumeMounts: [{ name: "config-volume", mountPath: "/etc/config/" }],
    },
  ],
  volumes: [{ name: "config-volume", configMap: { name: "local-path-config" } }],
});
