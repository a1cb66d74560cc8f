import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import serve from "#cli/commands/serve/command.ts";
import { findHelm } from "./find-helm.ts";

const CHART = join(import.meta.dirname, "../../packaging/helm/kubedrill");
/** Rendering of the chart with everything that is optional, under a digest of the chart that it was made of. */
const GOLDEN = join(import.meta.dirname, "helm/kubedrill.yaml");
/** Command that renders it anew, with a helm. */
const UPDATE = "UPDATE_GOLDEN=1 npx vitest run tests/e2e/server-chart.test.ts";
const OPTIONAL = ["tls.existingSecret=kubedrill-tls", "autoscaling.enabled=true", "podMonitor.enabled=true"];

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

test("the servers are started with options that there are", () => {
  const flags = (serve.options ?? []).map((option) => option.flags.split(" ")[0]);
  for (const argument of container.args.slice(1)) expect(flags).toContain(argument.split("=")[0]);
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
