import { configMap, GADGETS, NAMESPACE } from "./request.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const GADGETS_DEFINITION = "gadgets.bad-input.example.com";

/** Objects in the namespace before the first request. */
export const SETUP: readonly { readonly path: string; readonly body: object }[] = [
  {
    path: DEFINITIONS,
    body: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: GADGETS_DEFINITION },
      spec: {
        group: "bad-input.example.com",
        scope: "Namespaced",
        names: { plural: "gadgets", singular: "gadget", kind: "Gadget" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            selectableFields: [{ jsonPath: ".spec.colour" }],
            schema: {
              openAPIV3Schema: {
                type: "object",
                required: ["spec"],
                properties: {
                  spec: {
                    type: "object",
                    required: ["size"],
                    properties: {
                      size: { type: "integer", minimum: 1, maximum: 10 },
                      colour: { type: "string", enum: ["red", "blue"] },
                      tags: { type: "array", maxItems: 2, items: { type: "string", pattern: "^[a-z]+$" } },
                    },
                    "x-kubernetes-validations": [{ rule: "self.size < 9 || has(self.colour)", message: "large gadgets have a colour" }],
                  },
                },
              },
            },
          },
        ],
      },
    },
  },
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

/** Paths of the objects that the set-up creates outside the namespace. */
export const OUTSIDE: readonly string[] = [`${DEFINITIONS}/${GADGETS_DEFINITION}`];

/** Paths that answer 200 when the set-up is complete: the pod runs, and the custom resource is served from the watch cache. */
export const READY: readonly string[] = [`/api/v1/namespaces/${NAMESPACE}/pods/two/log?container=side`, `${GADGETS}?resourceVersion=0`];
