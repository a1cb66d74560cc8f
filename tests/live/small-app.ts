import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/**
 * A small app that a real cluster and the simulator run from the same manifests: two servers and a client.
 *
 * `web` serves a file of a mounted ConfigMap, `api` a text from another ConfigMap in its environment.
 */
export const SMALL_APP: AppRecord = {
  name: "small-app",
  title: "Two small servers and a client",
  namespace: "small-app",
  operations: [
    { name: "GET web", share: 0.5, request: { method: "GET", path: "/" }, bodyContains: "hello from web", through: ["web"] },
    {
      name: "GET api",
      share: 0.5,
      request: { method: "GET", path: "/" },
      bodyContains: "hello from api",
      through: ["api"],
      entry: { service: "api", port: 80, program: "api" },
    },
  ],
  labelKey: "app",
  load: { rps: 2, service: "web", port: 80, program: "web" },
  components: [
    component("web", { userShare: 0.5, dnsCallers: ["client"], configMaps: [{ name: "web-page", keys: ["index.html"] }] }),
    component("api", { userShare: 0.5, dnsCallers: ["client"], configMaps: [{ name: "api-settings", keys: ["GREETING"] }] }),
    component("client", { userShare: 0, dnsCallers: [], configMaps: [] }),
  ],
};

/** Builds the app's objects for one namespace, in the order of creation. */
export const smallAppManifests = (namespace: string): readonly KubeObject[] => [
  configMap(namespace, "web", "web-page", { "index.html": "hello from web\n" }),
  configMap(namespace, "api", "api-settings", { GREETING: "hello from api" }),
  service(namespace, "web"),
  service(namespace, "api"),
  deployment(namespace, "web", {
    container: { command: ["httpd", "-f", "-p", "8080", "-h", "/www"], ...SERVES, volumeMounts: [{ name: "page", mountPath: "/www" }] },
    pod: { volumes: [{ name: "page", configMap: { name: "web-page" } }] },
  }),
  deployment(namespace, "api", {
    container: {
      command: ["sh", "-c", 'mkdir -p /tmp/www && echo "$GREETING" > /tmp/www/index.html && exec httpd -f -p 8080 -h /tmp/www'],
      ...SERVES,
      env: [{ name: "GREETING", valueFrom: { configMapKeyRef: { name: "api-settings", key: "GREETING" } } }],
    },
  }),
  deployment(namespace, "client", {
    container: {
      command: [
        "sh",
        "-c",
        "while true; do for server in web api; do timeout 2 wget -q -O - http://$server/ || echo $server failed; done; sleep 1; done",
      ],
    },
  }),
];

function component(name: string, facts: Pick<AppComponent, "userShare" | "dnsCallers" | "configMaps">): AppComponent {
  const rest = {
    workload: "deployment",
    role: "service",
    registryCallers: [],
    siblingPrograms: [],
    startLoadedBy: [],
    readBy: [],
    idleMiB: 1,
    callsPerS: 0,
    cpuMilli: 0,
    startSeconds: 0,
  } as const;
  return { name, ...rest, ...facts };
}

const SERVES = { ports: [{ containerPort: 8080 }], readinessProbe: { httpGet: { path: "/", port: 8080 }, periodSeconds: 1 } };

const labels = (app: string) => ({ app });

const configMap = (
  namespace: string,
  app: string,
  name: string,
  data: Readonly<Record<string, string>>,
): KubeObject & { readonly data: unknown } => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace, labels: labels(app) },
  data,
});

const service = (namespace: string, name: string): KubeObject & { readonly spec: unknown } => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace, labels: labels(name) },
  spec: { selector: labels(name), ports: [{ name: "http", port: 80, targetPort: 8080 }] },
});

const deployment = (
  namespace: string,
  name: string,
  { container, pod = {} }: { readonly container: object; readonly pod?: object },
): KubeObject & { readonly spec: unknown } => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace, labels: labels(name) },
  spec: {
    replicas: 1,
    selector: { matchLabels: labels(name) },
    template: {
      metadata: { labels: labels(name) },
      spec: {
        terminationGracePeriodSeconds: 1,
        containers: [
          {
            name,
            image: "busybox:1.36",
            imagePullPolicy: "IfNotPresent",
            resources: { requests: { cpu: "5m", memory: "8Mi" }, limits: { memory: "32Mi" } },
            ...container,
          },
        ],
        ...pod,
      },
    },
  },
});
