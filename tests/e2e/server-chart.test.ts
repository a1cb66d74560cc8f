import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import dataset from "#cli/commands/dataset/command.ts";
import serve from "#cli/commands/serve/command.ts";
import { readConfig } from "#env/open/config.ts";
import { findHelm } from "./find-helm.ts";

const CHART = join(import.meta.dirname, "../../packaging/helm/kubedrill");
/** Rendering of the chart with everything that is optional, under a digest of the chart that it was made of. */
const GOLDEN = join(import.meta.dirname, "helm/kubedrill.yaml");
/** Command that renders it anew, with a helm. */
const UPDATE = "UPDATE_GOLDEN=1 npx vitest run tests/e2e/server-chart.test.ts";
const OPTIONAL = [
  ...["tls.existingSecret=kubedrill-tls", "autoscaling.enabled=true", "podMonitor.enabled=true", "agents.enabled=true"],
  ...["dataset.enabled=true", "dataset.existingClaim=datasets"],
];

// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds are looked at
type Rendered = any;

const digestOfChart = (): string => {
  const hash = createHash("sha256");
  for (const name of globSync("**/*.{yaml,tpl,txt,json}", { cwd: CHART }).toSorted())
    hash.update(name).update(readFileSync(join(CHART, name)));
  return hash.digest("hex");
};
const found = findHelm();
const helm = (...args: readonly string[]): string =>
  execFileSync("path" in found ? found.path : "", [...args, "--kube-version=1.31.0"], { encoding: "utf8" });
const render = (...values: readonly string[]): string =>
  helm("template", "drill", CHART, "--namespace=rl", ...values.map((value) => `--set=${value}`));

const renderAll = (): string => `# sha256 of the chart: ${digestOfChart()}\n${render(...OPTIONAL)}`;

if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(GOLDEN, renderAll());
const golden = readFileSync(GOLDEN, "utf8");
const objects: readonly Rendered[] = parseAllDocuments(golden).map((document) => document.toJS());
const find = (kind: string): Rendered => objects.find((object) => object.kind === kind);
const pod: Rendered = find("StatefulSet").spec.template.spec;
const [container]: readonly Rendered[] = pod.containers;

test.skipIf("missing" in found)("helm renders the chart as it is kept, and refuses values that the schema does not have", () => {
  expect(renderAll()).toBe(golden);
  expect(parseAllDocuments(render()).map((document) => document.toJS().kind)).toEqual([
    ...["NetworkPolicy", "PodDisruptionBudget", "Service", "StatefulSet"],
  ]);
  expect(() => render("replica=3")).toThrow(/replica/);
});

test(`the rendering that is kept is of this chart (${UPDATE})`, () => {
  expect(golden.split("\n")[0]).toBe(`# sha256 of the chart: ${digestOfChart()}`);
});

test("the schema has exactly the values that there are", () => {
  const schema: Rendered = JSON.parse(readFileSync(join(CHART, "values.schema.json"), "utf8"));
  const compare = (values: Rendered, { properties }: Rendered, path: string): void => {
    if (properties === undefined) return;
    const known = Object.keys(properties).filter((name) => name !== "global");
    expect(Object.keys(values).toSorted(), path).toEqual(known.toSorted());
    for (const name of known) compare(values[name], properties[name], `${path}.${name}`);
  };
  compare(parse(readFileSync(join(CHART, "values.yaml"), "utf8")), schema, "values");
});

test.each([
  { command: serve, started: container },
  { command: dataset, started: find("Job").spec.template.spec.containers[0] },
])("$command.name is started with options and settings that there are", ({ command, started }) => {
  const flags = command.options.map((option) => option.flags.split(" ")[0]);
  expect(started.args[0]).toBe(command.name);
  for (const argument of started.args.slice(1)) expect(flags).toContain(argument.split("=")[0]);
  const settings = started.env.map(({ name, value = "127.0.0.1" }: Rendered) => [name, value]);
  expect(() => readConfig({ threads: 4 }, Object.fromEntries(settings))).not.toThrow();
});

test("agents find the ports that they are told of open", () => {
  const ports: Record<string, number> = Object.fromEntries(container.ports.map((port: Rendered) => [port.name, port.containerPort]));
  const settingOf = (name: string): Rendered => container.env.find((variable: Rendered) => variable.name === name);
  expect(settingOf("KUBEDRILL_SERVER_KUBE_PORT").value).toBe(`${ports["kube"]}`);
  expect(settingOf("KUBEDRILL_SERVER_AGENT_PORT").value).toBe(`${ports["agents"]}`);
  for (const kind of ["KUBE", "AGENT"])
    expect(settingOf(`KUBEDRILL_SERVER_${kind}_HOST`).valueFrom.fieldRef.fieldPath).toBe("status.podIP");
  const open = find("NetworkPolicy").spec.ingress.flatMap((rule: Rendered) => rule.ports.map(({ port }: Rendered) => port));
  expect(open.toSorted()).toEqual(Object.keys(ports).toSorted());
});

test("a data set has a shard in each pod, in a folder of its own, and its pods are none of the servers", () => {
  const { spec } = find("Job");
  const { args } = spec.template.spec.containers[0];
  expect(spec).toMatchObject({ completionMode: "Indexed", completions: 8 });
  expect(args).toContain(`--shard=$(JOB_COMPLETION_INDEX)/${spec.completions}`);
  expect(args).toContain("--out=/data/dataset/shard-$(JOB_COMPLETION_INDEX)");
  expect(spec.template.spec.securityContext).toEqual(pod.securityContext);
  expect(spec.template.metadata.labels).not.toMatchObject(find("StatefulSet").spec.selector.matchLabels);
});

test("pods keep to the restricted standard, and hold no right of the cluster", () => {
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  expect(pod.automountServiceAccountToken).toBe(false);
  for (const { secret } of pod.volumes.filter((volume: Rendered) => volume.secret)) expect(secret.defaultMode).toBe(0o440);
  expect(find("NetworkPolicy").spec.egress).toEqual([]);
});

test("each server has a volume for its journal, a name of its own, probes, and room for what it keeps", () => {
  const { spec } = find("StatefulSet");
  expect(spec.serviceName).toBe(find("Service").metadata.name);
  expect(find("Service").spec).toMatchObject({ clusterIP: "None" });
  expect(spec.volumeClaimTemplates.map(({ metadata }: Rendered) => metadata.name)).toEqual(["state"]);
  expect(container.volumeMounts).toContainEqual({ name: "state", mountPath: "/var/lib/kubedrill" });
  for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) expect(container[probe].httpGet.port).toBe("http");
  const keptMiB = Number(container.env.find(({ name }: Rendered) => name === "KUBEDRILL_SERVER_MEMORY_MIB").value);
  expect(Number.parseInt(container.resources.limits.memory, 10) * 1024).toBeGreaterThan(keptMiB);
});

test("all that chooses pods chooses those of the servers", () => {
  const { matchLabels } = find("StatefulSet").spec.selector;
  for (const [kind, selector] of [
    ["PodDisruptionBudget", (spec: Rendered) => spec.selector.matchLabels],
    ["PodMonitor", (spec: Rendered) => spec.selector.matchLabels],
    ["NetworkPolicy", (spec: Rendered) => spec.podSelector.matchLabels],
    ["Service", (spec: Rendered) => spec.selector],
  ] as const)
    expect(selector(find(kind).spec), kind).toEqual(matchLabels);
  expect(find("HorizontalPodAutoscaler").spec.scaleTargetRef).toMatchObject({ kind: "StatefulSet", name: "drill" });
});
