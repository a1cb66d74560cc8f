import type { KubeObject } from "#kube/types/meta.ts";

/** The exporters whose metrics the cluster's monitoring reads: of objects, of nodes, of spans and of products. Prometheus itself runs elsewhere. */
export const observability = (placement: object): readonly KubeObject[] => [
  ...[...EXPORTERS, ...PRODUCT_EXPORTERS].flatMap((exporter) => deployed(exporter, placement)),
  nodeExporter(),
];

/** Namespace of the exporters. */
export const OBSERVABILITY_NAMESPACE = "observe";

interface Exporter {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly ports: Readonly<Record<string, number>>;
}

const EXPORTERS: readonly Exporter[] = [
  {
    name: "kube-state-metrics",
    image: "registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.17.0",
    args: ["--port=8080", "--telemetry-port=8081"],
    ports: { http: 8080, telemetry: 8081 },
  },
  {
    name: "otel-collector",
    image: "docker.io/otel/opentelemetry-collector-contrib:0.135.0",
    args: ["--config=/etc/otelcol-contrib/config.yaml"],
    ports: { otlp: 4317, prometheus: 8889 },
  },
];

/** Exporters of products that an application may run, each asking all of its kind at the addresses that Prometheus gives it. */
const PRODUCT_EXPORTERS: readonly Exporter[] = [
  {
    name: "mongodb-exporter",
    image: "docker.io/percona/mongodb_exporter:0.47.1",
    args: ["--collect-all", "--web.listen-address=:9216"],
    ports: { metrics: 9216 },
  },
  {
    name: "memcached-exporter",
    image: "quay.io/prometheus/memcached-exporter:v0.15.3",
    args: ["--web.listen-address=:9150"],
    ports: { metrics: 9150 },
  },
];

const labelsOf = (name: string): Readonly<Record<string, string>> => ({ "app.kubernetes.io/name": name });

const deployed = ({ name, image, args, ports }: Exporter, placement: object): readonly KubeObject[] => {
  const metadata = { name, namespace: OBSERVABILITY_NAMESPACE, labels: labelsOf(name) };
  const containers = [{ name, image, args, ports: Object.entries(ports).map(([port, containerPort]) => ({ name: port, containerPort })) }];
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: {
        selector: labelsOf(name),
        ports: Object.entries(ports).map(([port, number]) => ({ name: port, port: number, targetPort: port })),
      },
    } as KubeObject,
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata,
      spec: {
        replicas: 1,
        selector: { matchLabels: labelsOf(name) },
        template: { metadata: { labels: labelsOf(name) }, spec: { ...placement, containers } },
      },
    } as KubeObject,
  ];
};

const nodeExporter = (): KubeObject =>
  ({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "node-exporter", namespace: OBSERVABILITY_NAMESPACE, labels: labelsOf("node-exporter") },
    spec: {
      selector: { matchLabels: labelsOf("node-exporter") },
      template: {
        metadata: { labels: labelsOf("node-exporter") },
        spec: {
          hostNetwork: true,
          hostPID: true,
          tolerations: [{ operator: "Exists" }],
          containers: [
            {
              name: "node-exporter",
              image: "quay.io/prometheus/node-exporter:v1.9.1",
              args: ["--path.rootfs=/host/root", "--web.listen-address=:9100"],
              ports: [{ name: "http-metrics", containerPort: 9100, hostPort: 9100 }],
              volumeMounts: [{ name: "root", mountPath: "/host/root", readOnly: true, mountPropagation: "HostToContainer" }],
            },
          ],
          volumes: [{ name: "root", hostPath: { path: "/", type: "" } }],
        },
      },
    },
  }) as KubeObject;
