import type { KubeObject } from "#kube/types/meta.ts";
import type { Service } from "#kube/types/network.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { ownerReferenceTo } from "../../../controller-runtime/controller.ts";
import { componentLabels, discoveryName, type TidbCluster } from "../tidb-cluster.ts";

/** The objects of the service that tells new PDs how to begin, in the order in which they are made. */
export const discoveryObjects = (
  cluster: TidbCluster,
  image: string,
): readonly { readonly resource: string; readonly object: KubeObject }[] => {
  const metadata = {
    name: discoveryName(cluster),
    namespace: cluster.metadata.namespace as string,
    labels: componentLabels(cluster, "discovery"),
    ownerReferences: [ownerReferenceTo(cluster)],
  };
  return [
    { resource: "roles.rbac.authorization.k8s.io", object: role(cluster, metadata) },
    { resource: "serviceaccounts", object: { apiVersion: "v1", kind: "ServiceAccount", metadata } },
    { resource: "rolebindings.rbac.authorization.k8s.io", object: binding(metadata) },
    { resource: "deployments.apps", object: deployment(cluster, metadata, image) },
    { resource: "services", object: service(metadata) },
  ];
};

type Metadata = KubeObject["metadata"];

const RBAC = "rbac.authorization.k8s.io";

const role = (cluster: TidbCluster, metadata: Metadata): KubeObject =>
  ({
    apiVersion: `${RBAC}/v1`,
    kind: "Role",
    metadata,
    rules: [
      { apiGroups: ["pingcap.com"], resources: ["tidbclusters"], resourceNames: [cluster.metadata.name], verbs: ["get"] },
      { apiGroups: [""], resources: ["secrets"], verbs: ["get", "list", "watch"] },
    ],
  }) as KubeObject;

const binding = (metadata: Metadata): KubeObject =>
  ({
    apiVersion: `${RBAC}/v1`,
    kind: "RoleBinding",
    metadata,
    subjects: [{ kind: "ServiceAccount", name: metadata.name, namespace: metadata.namespace }],
    roleRef: { apiGroup: RBAC, kind: "Role", name: metadata.name },
  }) as KubeObject;

const deployment = (cluster: TidbCluster, metadata: Metadata, image: string): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata,
  spec: {
    replicas: 1,
    strategy: { type: "Recreate" },
    selector: { matchLabels: componentLabels(cluster, "discovery") },
    template: {
      metadata: { labels: componentLabels(cluster, "discovery") },
      spec: {
        serviceAccountName: metadata.name,
        ...(cluster.spec.terminationGracePeriodSeconds === undefined
          ? {}
          : { terminationGracePeriodSeconds: cluster.spec.terminationGracePeriodSeconds }),
        ...(cluster.spec.tolerations === undefined ? {} : { tolerations: cluster.spec.tolerations }),
        containers: [
          {
            name: "discovery",
            image,
            imagePullPolicy: "IfNotPresent",
            command: ["/usr/local/bin/tidb-discovery"],
            env: [
              { name: "MY_POD_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
              { name: "TZ", value: cluster.spec.timezone ?? "UTC" },
              { name: "TC_NAME", value: cluster.metadata.name },
            ],
            ports: [
              { name: "discovery", containerPort: 10_261, protocol: "TCP" },
              { name: "proxy", containerPort: 10_262, protocol: "TCP" },
            ],
            ...(cluster.spec.discovery === undefined ? {} : { resources: cluster.spec.discovery }),
          },
        ],
      },
    },
  },
});

const service = (metadata: Metadata): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata,
  spec: {
    type: "ClusterIP",
    ports: [
      { name: "discovery", port: 10_261, targetPort: 10_261, protocol: "TCP" },
      { name: "proxy", port: 10_262, targetPort: 10_262, protocol: "TCP" },
    ],
    selector: metadata.labels ?? {},
  },
});
