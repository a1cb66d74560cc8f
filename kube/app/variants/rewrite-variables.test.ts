import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { programComponents } from "../call-graph.ts";
import { settingOf } from "../component-program.ts";
import { deriveRecord } from "../derive-record.ts";
import { listenPort } from "../listen-port.ts";
import type { ChartValues } from "../manifest-values.ts";
import { parseBehaviour } from "../parse-behaviour.ts";
import { expandVariant } from "./expand-variant.ts";
import { parseVariants } from "./parse-variants.ts";
import { variantIds } from "./variant-ids.ts";

const CHART = new URL("../../../charts/blueprint-hotel-reservation/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, CHART), "utf8");
const app = {
  behaviour: parseBehaviour([{ path: "behaviour.yaml", text: read("behaviour.yaml") }], (name) => JSON.parse(read(name))),
  values: parse(read("values.yaml")) as ChartValues,
};
const record = deriveRecord(app);
const styles = parseVariants({ path: "variants.yaml", text: read("variants.yaml") }, app);
const forms = variantIds(styles).map((id) => expandVariant(app, styles, id));

test("addresses in ConfigMaps that become variables follow their components, in every variant", () => {
  for (const form of forms) {
    const renamed = (name: string) => form.names[`deployment/${name}`]?.slice("deployment/".length) ?? name;
    for (const { name, dnsCallers, userShare } of record.components) {
      const here = form.record.components.find((component) => component.name === renamed(name));
      if (here === undefined) continue;
      expect(here.userShare).toBe(userShare);
      expect(here.dnsCallers).toEqual(dnsCallers.map(renamed));
    }
  }
});

test("a bind address keeps its host and has the port that the container opens", () => {
  for (const { app: varied } of forms)
    for (const { component, program } of programComponents(varied)) {
      const setting = settingOf(varied, component, program.listens?.port ?? "");
      expect(setting).toMatch(/^0\.0\.0\.0:\d+$/);
      expect((component.ports ?? []).map(({ port, targetPort = port }) => targetPort)).toContain(listenPort(setting));
    }
});

test("the ConfigMap that all share has one name in each variant, wherever it is named", () => {
  const names = forms.map(({ names: renames }) => renames["configmap/rpc"]?.slice("configmap/".length));
  expect(new Set(names).size).toBeGreaterThan(1);
  for (const [i, { app: varied }] of forms.entries()) {
    expect(varied.values.configMaps?.filter(({ component }) => component === undefined).map(({ name }) => name)).toEqual([names[i]]);
    for (const { component } of programComponents(varied)) expect(component.envFrom?.at(-1)).toBe(names[i]);
  }
});

test("the record says which keys are variables, and which of them hold addresses", () => {
  const { configMaps } = record.components.find(({ name }) => name === "rate-service") ?? {};
  expect(configMaps).toEqual([
    {
      name: "rate-service-container-env",
      keys: ["JAEGER_DIAL_ADDR", "RATE_CACHE_DIAL_ADDR", "RATE_DB_DIAL_ADDR", "RATE_SERVICE_GRPC_BIND_ADDR"],
      settings: ["RATE_SERVICE_GRPC_BIND_ADDR", "RATE_DB_DIAL_ADDR", "RATE_CACHE_DIAL_ADDR"],
      addresses: ["RATE_DB_DIAL_ADDR", "RATE_CACHE_DIAL_ADDR"],
      areVariables: true,
    },
    { name: "rpc", keys: ["GRPC_CLIENT_RETRIES_ON_ERROR", "GRPC_CLIENT_TIMEOUT"], settings: [], addresses: [], areVariables: true },
  ]);
});
