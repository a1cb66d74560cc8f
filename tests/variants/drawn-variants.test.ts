import { beforeAll, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { expertCalls } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { nameIn } from "#kube/app/variants/expand-variant.ts";

const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation");
const idsOf = (isHeldOut: boolean) => app?.variants.filter((variant) => variant.isHeldOut === isHeldOut).map(({ id }) => id);
let open: OpenHost;
beforeAll(async () => {
  open = await openHost();
});

test("train draws from the variants that are not held out, eval and holdout from the others", () => {
  for (const { uri, split } of open.catalogue.list({ splits: ["train", "eval", "holdout"] }))
    expect(open.catalogue.taskOf(uri).variants.map(({ id }) => id)).toEqual(idsOf(split !== "train"));
});

test("a task URI pins a variant by name, which is part of its digest", () => {
  const uri = "kubedrill://hotel-reservation/service-missing?target=service/mongodb-reservation";
  const pinned = open.catalogue.taskOf(`${uri}&variant=standard`);
  expect(pinned.variants.map(({ id }) => id)).toEqual(["standard"]);
  expect(pinned.uri).toBe(`${uri}&variant=standard`);
  expect(pinned.digest).not.toBe(open.catalogue.taskOf(uri).digest);
  expect(() => open.catalogue.taskOf(`${uri}&variant=nowhere`)).toThrow(/has no variant "nowhere" here; there are standard, 1, 2/);
});

test("a pinned parameter is translated to the variant, and refused where it has no word for it", async () => {
  const uri = "kubedrill://hotel-reservation/configmap-missing?target=configmap/geo-config&consumer=deployment/geo";
  const incident = await open.incidents.get(open.catalogue.taskOf(`${uri}&variant=11`), "5");
  const here = (published: string) => app && nameIn(app.formOf("11")!, published);
  expect(incident.faults[0]?.params).toEqual({ configMap: here("configmap/geo-config"), consumer: here("deployment/geo") });
  const image = "kubedrill://hotel-reservation/image-reference-nonexistent?target=deployment/geo&image=";
  expect(() => open.catalogue.taskOf(`${image}ghcr.io/sregym/other:v1`)).not.toThrow();
  const ids = open.catalogue.taskOf(`${image}ghcr.io/sregym/hotel-reservation:latst`).variants.map(({ id }) => id);
  for (const id of ids) expect(JSON.stringify(app?.formOf(id)?.manifests)).toContain("ghcr.io/sregym/hotel-reservation");
  const container = `${image}x:1&container=hotel-reserv-geo`;
  expect(() => open.catalogue.taskOf(container)).toThrow(/no variant here has the words of container=hotel-reserv-geo, .*variant=standard/);
  expect(open.catalogue.taskOf(`${container}&variant=standard`).variants.map(({ id }) => id)).toEqual(["standard"]);
});

test("targets, truth and instruction are in the words of the episode's variant", async () => {
  const published = "service/mongodb-reservation";
  const task = open.catalogue.taskOf(`kubedrill://hotel-reservation/service-missing?target=${published}&variant=11`);
  const incident = await open.incidents.get(task, "5");
  const here = app && nameIn(app.formOf("11")!, published);
  expect(here).not.toBe(published);
  expect(incident.faults[0]?.target).toBe(here);
  expect(incident.truth.map(({ resource }) => resource)).toEqual([here]);
  const command = { episodeId: "words", taskUri: task.uri, seed: "5", limits: {}, views: [{ name: "text" }] };
  const { task: info } = await open.host.reset(command);
  expect(info.instruction).toContain(`"${app?.formOf("11")?.record.namespace}"`);
  expect(JSON.stringify(info.instruction)).not.toMatch(/hotel-reservation|variant/);
  await open.host.close({ episodeId: "words" });
});

test("the expert repairs a held-out task in a variant that training never sees", async () => {
  const tasks = open.catalogue.list({ splits: ["eval"], problemIds: ["single-fault"] });
  const { uri } = tasks.find((task) => task.uri.startsWith("kubedrill://hotel-reservation/")) ?? { uri: "" };
  const incident = await open.incidents.get(open.catalogue.taskOf(uri), "9");
  const command = { episodeId: "expert", taskUri: uri, seed: "9", limits: {}, views: [{ name: "text" }] };
  expect((await playEpisode(open.host, command, expertCalls(incident))).return).toBeGreaterThanOrEqual(0.9);
  expect(idsOf(true)?.map((id) => app?.formOf(id)?.record.namespace)).toContain(incident.slot.namespace);
});

test("a wrong selector adds a condition to the label that names the component, whichever key that is", () => {
  const injector = open.library.injectors.find(({ id }) => id === "service-selector-mismatch")!;
  const record = { ...app!.record, labelKey: "component" };
  const target = { resource: "service/geo", visible: true, facts: { others: [] } };
  const keys = Array.from({ length: 60 }, (_, i) => injector.sample(createRng(`${i}`), target, { app: record, namespace: "shop" }));
  expect(keys.map((params) => (params as { readonly key: string }).key)).not.toContain("component");
});
