import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Service } from "../types/network.ts";
import type { Deployment } from "../types/workloads.ts";
import { buildManifests } from "./manifest-builder.ts";
import { mergeValues } from "./merge-values.ts";

const values = parse(readFileSync(new URL("../../charts/hotel-reservation/values.yaml", import.meta.url), "utf8"));
const objects = buildManifests(values, { namespace: "hotel-7" });
const over = parse(readFileSync(new URL("../../charts/hotel-reservation/values-actor.yaml", import.meta.url), "utf8"));
const containersOf = (manifests: typeof objects) =>
  manifests.flatMap((object) => (object.kind === "Deployment" ? (object as Deployment).spec.template.spec.containers : []));
const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);

test("hotel-reservation is 19 Deployments, 20 Services, 6 claims and 10 ConfigMaps", () => {
  expect(["Deployment", "Service", "PersistentVolumeClaim", "ConfigMap"].map((kind) => ofKind(kind).length)).toEqual([19, 20, 6, 10]);
});

test("every object lives in the given namespace and carries the component's label", () => {
  for (const { metadata } of objects) {
    expect(metadata.namespace).toBe("hotel-7");
    expect(metadata.labels?.["io.kompose.service"]).toBeTruthy();
  }
});

test("stores are recreated, never run twice over one volume", () => {
  const recreated = (ofKind("Deployment") as Deployment[])
    .filter(({ spec }) => spec.strategy?.type === "Recreate")
    .map(({ metadata }) => metadata.name);
  expect(recreated).toHaveLength(6);
  expect(recreated.every((name) => name.startsWith("mongodb-"))).toBe(true);
});

test("where components are played, every image keeps its name and tag and comes from one registry", () => {
  const played = containersOf(buildManifests(mergeValues(values, over), { namespace: "hotel-7" }));
  const tails = (containers: typeof played) => containers.map(({ image = "" }) => image.slice(image.lastIndexOf("/") + 1));
  expect(tails(played)).toEqual(tails(containersOf(objects)));
  expect(played.every(({ image = "" }) => image.startsWith("registry.local/"))).toBe(true);
  expect(played[0]?.resources?.requests).toEqual({ cpu: "5m" });
});

test("further objects have their images from that registry too, and are otherwise as they are written", () => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "shell" },
    spec: { containers: [{ name: "a", image: "library/busybox:1" }] },
  };
  const notes = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "notes" }, data: { text: "image: none" } };
  const built = buildManifests(
    { labelKey: "app", imageRegistry: "mirror.example:5000", components: [], extraObjects: [pod, notes] },
    { namespace: "shop" },
  );
  expect(built).toEqual([
    {
      ...pod,
      metadata: { name: "shell", namespace: "shop" },
      spec: { containers: [{ name: "a", image: "mirror.example:5000/busybox:1" }] },
    },
    { ...notes, metadata: { name: "notes", namespace: "shop" } },
  ]);
});

test("without a StorageClass stores keep their data beside the container, and there are no claims", () => {
  const ephemeral = buildManifests({ ...mergeValues(values, over), storage: "ephemeral" }, { namespace: "hotel-7" });
  expect(ephemeral.filter(({ kind }) => kind === "PersistentVolumeClaim")).toEqual([]);
  expect(JSON.stringify(ephemeral).match(/"emptyDir":\{\}/g)).toHaveLength(6);
});

test("keys of one ConfigMap share a volume, a container may listen elsewhere than its Service, and further labels select nothing", () => {
  const [service, deployment] = buildManifests(
    {
      labelKey: "service",
      furtherLabelKeys: ["app"],
      components: [
        {
          name: "web",
          image: "web:1",
          ports: [{ port: 80, targetPort: 8080 }],
          mounts: ["a.conf", "b.conf"].map((key) => ({ path: `/etc/${key}`, configMap: "web", key })),
        },
      ],
    },
    { namespace: "shop" },
  ) as [Service, Deployment];
  expect(service.spec).toEqual({ ports: [{ name: "80", port: 80, targetPort: 8080 }], selector: { service: "web" } });
  const { selector, template } = deployment.spec;
  expect(selector).toEqual({ matchLabels: { service: "web" } });
  expect(template.metadata?.labels).toEqual({ service: "web", app: "web" });
  expect(template.spec.volumes).toEqual([{ name: "web", configMap: { name: "web" } }]);
  expect(template.spec.containers[0]?.volumeMounts).toHaveLength(2);
  expect(template.spec.containers[0]?.ports).toEqual([{ containerPort: 8080 }]);
});

test("keys of ConfigMaps become variables, and ports of a Service that lead to one port make one of the container", () => {
  const values = {
    labelKey: "app",
    configMaps: [{ name: "shared", data: { RETRIES: "1" } }],
    components: [{ name: "web", image: "web:1", envFrom: ["web-env", "shared"], ports: [{ port: 80, targetPort: 8080 }, { port: 8080 }] }],
  };
  const [configMap, service, deployment] = buildManifests(values, { namespace: "shop" });
  expect(configMap?.metadata.labels).toEqual({ app: "shared" });
  expect((service as Service).spec.ports?.map(({ port, targetPort }) => [port, targetPort])).toEqual([
    [80, 8080],
    [8080, 8080],
  ]);
  const [container] = containersOf([deployment as Deployment]);
  expect(container?.ports).toEqual([{ containerPort: 8080 }]);
  expect(container?.envFrom).toEqual([{ configMapRef: { name: "web-env" } }, { configMapRef: { name: "shared" } }]);
});

test("resources that override are every container's, whatever its own are", () => {
  const components = [
    {
      name: "small",
      image: "busybox:1.36",
      resources: { limits: { memory: "20Mi" } },
      initContainers: [{ name: "wait", image: "busybox:1.36" }],
    },
    { name: "plain", image: "busybox:1.36" },
  ];
  const chart = { labelKey: "app", resources: { limits: { cpu: "1000m" } }, components };
  const limitsOf = (overrideResources: boolean) =>
    containersOf(buildManifests({ ...chart, overrideResources }, { namespace: "a" })).map(({ resources }) => resources?.limits);
  expect(limitsOf(false)).toEqual([{ memory: "20Mi" }, { cpu: "1000m" }]);
  expect(limitsOf(true)).toEqual([{ cpu: "1000m" }, { cpu: "1000m" }]);
});
