import { deserialize, serialize } from "node:v8";
import { expect, test } from "vitest";
import type { KeptValues } from "#core/kept-values.ts";
import { type ChartData, type LoadedApp, loadApps } from "./load-apps.ts";

const hotel = async (variant?: string) => (await loadApps(variant)).find(({ record }) => record.name === "hotel-reservation");
const app = await hotel();
const component = (name: string) => app?.record.components.find((each) => each.name === name);

test("hotel-reservation's record is derived from its behaviour and its values", () => {
  expect(app?.record).toMatchObject({ name: "hotel-reservation", load: { rps: 100, service: "frontend", port: 5000 } });
  expect(app?.record.operations[1]?.through).toEqual(["frontend", "recommendation", "profile", "memcached-profile", "mongodb-profile"]);
  expect(component("profile")).toMatchObject({ dnsCallers: [], registryCallers: ["frontend"], userShare: 0.99 });
  expect(component("consul")?.dnsCallers).toHaveLength(8);
});

test("users feel the stores of hotel-reservation by cache misses, and its panicking cache wholly", () => {
  expect(
    ["mongodb-rate", "mongodb-profile", "mongodb-geo", "memcached-reserve", "jaeger"].map((name) => component(name)?.userShare),
  ).toEqual([0.018, 0.0198, 0, 0.605, 0]);
});

test("settings are named in the order port, store, cache, registry", () => {
  expect(component("rate")?.configMaps[0]?.settings).toEqual(["RatePort", "RateMongoAddress", "RateMemcAddress", "consulAddress"]);
});

test("a played app has the same record", async () => {
  expect((await hotel("actor"))?.record).toEqual(app?.record);
});

test("what an overlay sets for all components holds in every variant, and the rest is the variant's own", async () => {
  const played = await hotel("actor");
  for (const { id } of app?.variants ?? []) {
    const [own, over] = [app?.formOf(id), played?.formOf(id)];
    expect(over?.values).toMatchObject({
      imageRegistry: "registry.local",
      resources: { requests: { cpu: "5m" }, limits: { cpu: "1000m" } },
    });
    expect(over?.values.resources?.limits?.["memory"]).toBe(own?.values.resources?.limits?.["memory"]);
    expect(over?.record).toEqual(own?.record);
    expect(over?.names).toEqual(own?.names);
  }
});

test("users do not feel the loss of a Service's name where the registry tells the pods' addresses", async () => {
  const app = (await loadApps()).find(({ record }) => record.name === "train-ticket")!;
  const component = (name: string) => app.record.components.find((each) => each.name === name);
  expect(component("ts-auth-service")).toMatchObject({ dnsCallers: ["ts-admin-user-service", "ts-user-service"], nameShare: 0 });
  expect(component("ts-auth-service")!.userShare).toBeGreaterThan(0);
  expect(component("tsdb-mysql")).not.toHaveProperty("nameShare");
});

test("charts that were kept as values give the same applications as their files, without a look at those", async () => {
  const values = new Map<string, Buffer>();
  const kept: KeptValues<ChartData> = {
    read: (name) => (values.has(name) ? (deserialize(values.get(name) as Buffer) as ChartData) : undefined),
    write: (name, value) => void values.set(name, serialize(value)),
  };
  const read = await loadApps(undefined, kept);
  expect(values.size).toBe(read.length);
  const again = await loadApps(undefined, { ...kept, write: (name) => expect.fail(`${name} was read from its files`) });
  expect(again.map(({ digest }) => digest)).toEqual(read.map(({ digest }) => digest));
  for (const [i, app] of read.entries()) {
    const other = again[i] as LoadedApp;
    for (const id of ["standard", app.variants[0]?.id ?? "standard"])
      expect(other.formOf(id)).toEqual({ ...app.formOf(id), manifestsFor: expect.any(Function) });
  }
});
