import { configMap, NAMESPACE } from "./request.ts";

/** What stands in the namespace when the first request comes. */
export const SETUP: readonly { readonly path: string; readonly body: object }[] = [
  { path: "/api/v1/namespaces", body: { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } } },
  { path: `/api/v1/namespaces/${NAMESPACE}/configmaps`, body: configMap("there", { data: { k: "v" } }) },
  { path: `/api/v1/namespaces/${NAMESPACE}/configmaps`, body: configMap("fixed", { data: { k: "v" }, immutable: true }) },
  {
    path: `/api/v1/namespaces/${NAMESPACE}/services`,
    body: { apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } },
  },
  {
    path: `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`,
    body: {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web" },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: "web" } },
        template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "app", image: "registry.local/pause:3.10" }] } },
      },
    },
  },
  {
    path: `/api/v1/namespaces/${NAMESPACE}/pods`,
    body: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "two" },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [
          { name: "app", image: "registry.local/pause:3.10" },
          { name: "side", image: "registry.local/pause:3.10" },
        ],
      },
    },
  },
  {
    path: `/api/v1/namespaces/${NAMESPACE}/pods`,
    body: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "waiting" },
      spec: { schedulerName: "nobody", containers: [{ name: "app", image: "registry.local/pause:3.10" }] },
    },
  },
];

/** When this pod answers Running, the set-up is over. */
export const READY_POD = `/api/v1/namespaces/${NAMESPACE}/pods/two`;
