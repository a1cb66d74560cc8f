import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { programComponents } from "../call-graph.ts";
import { componentAt, settingOf } from "../component-program.ts";
import { deriveRecord } from "../derive-record.ts";
import type { ChartValues } from "../manifest-values.ts";
import { parseBehaviour } from "../parse-behaviour.ts";
import { expandVariant } from "./expand-variant.ts";
import { parseVariants } from "./parse-variants.ts";
import { variantIds } from "./variant-ids.ts";

const CHART = new URL("../../../charts/astronomy-shop/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, CHART), "utf8");
const app = {
  behaviour: parseBehaviour([{ path: "behaviour.yaml", text: read("behaviour.yaml") }], (name) => JSON.parse(read(name))),
  values: parse(read("values.yaml")) as ChartValues,
};
const record = deriveRecord(app);
const styles = parseVariants({ path: "variants.yaml", text: read("variants.yaml") }, app);
const forms = variantIds(styles).map((id) => expandVariant(app, styles, id));

test("addresses in two variables, with schemes and inside connection strings follow their components, in every variant", () => {
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

test("accounts in connection strings stay, whatever the host is called", () => {
  for (const { app: varied } of forms)
    for (const { component, program } of programComponents(varied)) {
      if (program.store?.kind !== "sql") continue;
      const { user, password, database } = program.store;
      expect([user, password, database].map((name) => settingOf(varied, component, name))).toEqual(["otelu", "otelp", "otel"]);
    }
});

test("containers that wait for a port wait for one that a Service of the variant has", () => {
  for (const { app: varied } of forms) {
    const waits = varied.values.components.flatMap(({ initContainers = [] }) =>
      initContainers.flatMap(({ name, command = [] }) =>
        [...command.join(" ").matchAll(/nc -z -v -w30 (\S+) (\d+)/g)].map(([, host = "", port]) => ({ name, host, port: Number(port) })),
      ),
    );
    expect(waits).toHaveLength(4);
    for (const { name, host, port } of waits) {
      expect(componentAt(varied.values, host)?.ports?.map((each) => each.port)).toContain(port);
      expect(name).toBe(`wait-for-${host}`);
    }
  }
});

test("an option that holds a port has the port on which the program is found", () => {
  for (const { app: varied } of forms) {
    const flags = programComponents(varied).find(({ name }) => name === "flagd")?.component;
    const at = flags?.command?.indexOf("--port") ?? -1;
    expect(flags?.command?.[at + 1]).toBe(`${flags?.ports?.[0]?.port}`);
    expect(flags?.command).toContain("--ofrep-port");
  }
});
