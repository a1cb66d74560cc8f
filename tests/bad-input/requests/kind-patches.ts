import { type BadRequest, DEPLOYMENTS, NAMESPACE, PODS, SERVICES } from "../request.ts";

const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const JSON_PATCH = "application/json-patch+json";
const APPLY = "application/apply-patch+yaml";

const patch = (title: string, path: string, type: string, body: unknown): BadRequest => ({ title, method: "PATCH", path, type, body });

/** Patches of more kinds than one, each with another mistake in it. */
export const KIND_PATCHES: readonly BadRequest[] = [
  patch("a service patched to another address", `${SERVICES}/web`, MERGE, { spec: { clusterIP: "10.96.0.77" } }),
  patch("a service patched to no ports", `${SERVICES}/web`, STRATEGIC, { spec: { ports: null } }),
  patch("a service patched by a port without a number", `${SERVICES}/web`, STRATEGIC, { spec: { ports: [{ name: "a" }] } }),
  patch("a pod patched to another image without a name", `${PODS}/two`, STRATEGIC, { spec: { containers: [{ image: "x" }] } }),
  patch("a pod patched to another node", `${PODS}/two`, MERGE, { spec: { nodeName: "elsewhere" } }),
  patch("a pod patched to another name of a container", `${PODS}/two`, JSON_PATCH, [
    { op: "replace", path: "/spec/containers/0/name", value: "z" },
  ]),
  patch("a pod patched past the end of its containers", `${PODS}/two`, JSON_PATCH, [
    { op: "replace", path: "/spec/containers/9/image", value: "z" },
  ]),
  patch("a deployment moved by JSON from nowhere", `${DEPLOYMENTS}/web`, JSON_PATCH, [
    { op: "move", from: "/spec/none", path: "/spec/some" },
  ]),
  patch("a deployment patched by JSON at its root", `${DEPLOYMENTS}/web`, JSON_PATCH, [{ op: "replace", path: "", value: "word" }]),
  patch("a deployment patched by JSON with a test of a number", `${DEPLOYMENTS}/web`, JSON_PATCH, [
    { op: "test", path: "/spec/replicas", value: "0" },
  ]),
  patch("a deployment patched to an odd strategy", `${DEPLOYMENTS}/web`, MERGE, { spec: { strategy: { type: "Careful" } } }),
  patch("a deployment patched to fewer than none", `${DEPLOYMENTS}/web`, MERGE, { spec: { replicas: -1 } }),
  patch("a deployment patched with a list for labels", `${DEPLOYMENTS}/web`, MERGE, { metadata: { labels: ["a"] } }),
  patch("a deployment patched by a strategic delete of nothing named", `${DEPLOYMENTS}/web`, STRATEGIC, {
    spec: { template: { spec: { containers: [{ $patch: "delete" }] } } },
  }),
  patch("a deployment patched by a retained key that is not there", `${DEPLOYMENTS}/web`, STRATEGIC, {
    spec: { strategy: { $retainKeys: ["none"], type: "Recreate" } },
  }),
  patch("a deployment applied with a container twice", `${DEPLOYMENTS}/web?fieldManager=me`, APPLY, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web" },
    spec: {
      template: {
        spec: {
          containers: [
            { name: "a", image: "i" },
            { name: "a", image: "j" },
          ],
        },
      },
    },
  }),
  patch("a deployment applied with a container without a name", `${DEPLOYMENTS}/web?fieldManager=me`, APPLY, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web" },
    spec: { template: { spec: { containers: [{ image: "i" }] } } },
  }),
  patch("a deployment applied with an unknown field deep in it", `${DEPLOYMENTS}/web?fieldManager=me`, APPLY, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web" },
    spec: { template: { spec: { containerz: [] } } },
  }),
  patch("a service applied with a text for a port", `${SERVICES}/web?fieldManager=me`, APPLY, {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web" },
    spec: { ports: [{ port: "http", protocol: "TCP" }] },
  }),
  patch("a service applied in broken YAML", `${SERVICES}/web?fieldManager=me`, APPLY, "apiVersion: v1\nkind: Service\n  metadata: {}\n"),
  patch("a node patched with a taint of no effect", "/api/v1/nodes/not-there", MERGE, { spec: { taints: [{ key: "a", effect: "Odd" }] } }),
  patch("a namespace patched with a label that is none", `/api/v1/namespaces/${NAMESPACE}`, MERGE, {
    metadata: { labels: { "a b": "c" } },
  }),
];
