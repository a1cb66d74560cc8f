import { expect, test } from "vitest";
import { programComponents } from "#kube/app/call-graph.ts";
import { settingOf } from "#kube/app/component-program.ts";
import { listenPort } from "#kube/app/listen-port.ts";
import { expectSameCallers, readForms } from "./shipped-forms.ts";

const shipped = readForms("blueprint-hotel-reservation");
const { record, forms } = shipped;

test("addresses in ConfigMaps that become variables follow their components, in every variant", () => {
  for (const form of forms) expectSameCallers(shipped, form);
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
