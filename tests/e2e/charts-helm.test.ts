import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments, stringify } from "yaml";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { buildManifests } from "#kube/app/manifest-builder.ts";
import type { ChartValues } from "#kube/app/manifest-values.ts";
import { mergeValues } from "#kube/app/merge-values.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { findHelm } from "./find-helm.ts";

const CHARTS = join(import.meta.dirname, "../../charts");
const charts = readdirSync(CHARTS).filter((name) => readdirSync(join(CHARTS, name)).includes("Chart.yaml"));
const isPlayed = (chart: string): boolean => readdirSync(join(CHARTS, chart)).includes("values-actor.yaml");
const found = findHelm();
const program = "path" in found ? found.path : "";

/** Values that no chart has, so that every branch of the templates is tested. */
const ODD: ChartValues = {
  labelKey: "app.kubernetes.io/name",
  furtherLabelKeys: ["tier", "app"],
  storage: "ephemeral",
  serviceAccount: "runner",
  imageRegistry: "mirror.example:5000/apps",
  overrideResources: true,
  components: [
    { name: "bare", image: "busybox:1.35", replicas: 0 },
    {
      name: "full",
      container: "main",
      image: "busybox:1.35",
      command: ["sh", "-c"],
      args: ['echo "$HOME"; sleep 1d'],
      replicas: 3,
      strategy: "RollingUpdate",
      env: [
        { name: "EMPTY", value: "" },
        { name: "OWN", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } } },
      ],
      initContainers: [
        { name: "wait", image: "busybox:1.35", command: ["sh", "-c", "until nc -z full-dns 53; do sleep 1; done"] },
        {
          name: "copy",
          image: "busybox:1.35",
          command: ["cp", "/from/app.conf", "/to/app.conf"],
          mounts: [
            { path: "/from", configMap: "settings" },
            { path: "/to", emptyDir: "copied" },
          ],
        },
      ],
      envFrom: ["settings", "shared"],
      resources: { limits: { memory: "64Mi" } },
      ports: [{ port: 53, protocol: "UDP" }, { port: 53, protocol: "TCP" }, { port: 8080, targetPort: 9090, name: "http" }, { port: 9090 }],
      services: [
        { name: "full-dns", ports: [53] },
        { name: "full-out", type: "NodePort", ports: [8080] },
      ],
      mounts: [
        { path: "/data", claim: "data", size: "2Gi" },
        { path: "/copied", emptyDir: "copied" },
        { path: "/etc/app", configMap: "settings" },
        { path: "/etc/app.conf", configMap: "settings", key: "app.conf" },
      ],
      readinessProbe: { httpGet: { path: "/ready", port: 8080 }, periodSeconds: 7 },
      livenessProbe: { tcpSocket: { port: 8080 } },
    },
    {
      name: "numbered",
      image: "busybox:1.35",
      workload: "statefulset",
      ports: [{ port: 53 }],
      services: [{ name: "numbered-pods", headless: true, ports: [53] }],
      envFrom: ["shared"],
      envFromSecrets: ["keys"],
      mounts: [
        { path: "/data", claim: "data", size: "2Gi" },
        { path: "/keys", secret: "keys" },
        { path: "/key", secret: "keys", key: "KEY" },
      ],
    },
    { name: "numbered-alone", image: "busybox:1.35", workload: "statefulset", envFromSecrets: ["keys"] },
    {
      name: "operator",
      image: "busybox:1.35",
      rules: [
        { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] },
        { apiGroups: ["example.com"], resources: ["*"], verbs: ["*"] },
      ],
    },
  ],
  customResources: [
    { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "big" }, spec: { size: 3, image: "busybox:1.35" } } as KubeObject,
  ],
  extraObjects: [
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "notes" }, data: { text: "a\nb\n" } } as KubeObject,
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "shell" },
      spec: {
        containers: [
          { name: "a", image: "docker.io/library/busybox:1.36" },
          { image: "busybox", name: "b" },
        ],
      },
    } as KubeObject,
  ],
  configMaps: [
    { name: "settings", component: "full", data: { "app.conf": "a: 1\n", 'quote"d': "x" } },
    { name: "shared", data: { RETRIES: "1", TIMEOUT: "1s" } },
  ],
  ingresses: [
    { name: "front", className: "nginx", host: "shop.example", paths: [{ path: "/", service: "full", port: 8080 }] },
    {
      name: "plain",
      host: "plain.example",
      paths: [
        { path: "/a", service: "full", port: 8080 },
        { path: "/b", service: "numbered", port: 53 },
      ],
    },
  ],
  secrets: [
    { name: "keys", component: "numbered", data: { KEY: "a#b: 'c'\n" } },
    { name: "others", data: { NUMBER: "7" } },
  ],
};

describe.skipIf("missing" in found)(`helm template${"missing" in found ? ` (skipped: ${found.missing})` : ""}`, () => {
  const render = (chart: string, ...args: string[]): readonly KubeObject[] => {
    const text = execFileSync(program, ["template", "shop", resolve(CHARTS, chart), "--namespace", "shop-7", ...args], {
      encoding: "utf8",
    });
    return parseAllDocuments(text).map((document) => document.toJS() as KubeObject);
  };
  const written = (values: ChartValues): string => {
    const file = join(mkdtempSync(join(tmpdir(), "values-")), "values.yaml");
    writeFileSync(file, stringify(values));
    return file;
  };
  const byName = (objects: readonly KubeObject[]) =>
    Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]));

  test.each(charts)("%s renders to the objects that the manifest builder makes", (chart) => {
    const values = parse(readFileSync(join(CHARTS, chart, "values.yaml"), "utf8")) as ChartValues;
    expect(byName(render(chart))).toEqual(byName(buildManifests(values, { namespace: "shop-7" })));
  });

  test.each(charts)("%s renders to the same objects for clusters without a StorageClass", (chart) => {
    const values = parse(readFileSync(join(CHARTS, chart, "values.yaml"), "utf8")) as ChartValues;
    const objects = render(chart, "--set", "storage=ephemeral");
    expect(byName(objects)).toEqual(byName(buildManifests({ ...values, storage: "ephemeral" }, { namespace: "shop-7" })));
    expect(objects.some(({ kind }) => kind === "PersistentVolumeClaim")).toBe(false);
  });

  test.each(charts.filter(isPlayed))("%s renders to the same objects where its components are played", (chart) => {
    const file = join(CHARTS, chart, "values-actor.yaml");
    const values = mergeValues(
      parse(readFileSync(join(CHARTS, chart, "values.yaml"), "utf8")) as ChartValues,
      parse(readFileSync(file, "utf8")) as ChartValues,
    );
    const objects = render(chart, "--values", file);
    expect(byName(objects)).toEqual(byName(buildManifests(values, { namespace: "shop-7" })));
    expect(JSON.stringify(objects)).toContain(`"image":"${values.imageRegistry}/`);
  });

  const loaded = charts.flatMap((chart) => [{ chart, overlay: undefined }, ...(isPlayed(chart) ? [{ chart, overlay: "actor" }] : [])]);
  test.each(loaded)("$chart renders each of its variants with values $overlay as the manifest builder does", async ({ chart, overlay }) => {
    const app = (await loadApps(overlay)).find(({ record }) => record.name === chart);
    for (const { id } of app?.variants ?? []) {
      const values = app?.formOf(id)?.values ?? app!.values;
      // In place of the chart's own values: laid over them, maps would be joined.
      const copy = join(mkdtempSync(join(tmpdir(), "chart-")), chart);
      cpSync(join(CHARTS, chart), copy, { recursive: true });
      writeFileSync(join(copy, "values.yaml"), stringify(values));
      expect(byName(render(copy)), `variant ${id}`).toEqual(byName(buildManifests(values, { namespace: "shop-7" })));
    }
  });

  test.each(charts)("%s renders odd values to the objects that the manifest builder makes", (chart) => {
    // Helm merges maps of values, so the chart's own defaults that the odd values lack are taken away.
    const own = Object.keys(parse(readFileSync(join(CHARTS, chart, "values.yaml"), "utf8")) as ChartValues);
    const taken = own.filter((name) => !(name in ODD)).flatMap((name) => ["--set", `${name}=null`]);
    expect(byName(render(chart, "--values", written(ODD), ...taken))).toEqual(byName(buildManifests(ODD, { namespace: "shop-7" })));
  });

  test.each(charts)("%s refuses values that its schema does not know", (chart) => {
    expect(() => render(chart, "--set", "storage=none")).toThrow(/storage/);
    expect(() => render(chart, "--set", "components[0].images=x")).toThrow(/images|image/);
  });
});
