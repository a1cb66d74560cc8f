import { expect, test } from "vitest";
import { programComponents } from "#kube/app/call-graph.ts";
import { componentAt, settingOf } from "#kube/app/component-program.ts";
import { expectSameCallers, readForms } from "./shipped-forms.ts";

const shipped = readForms("astronomy-shop");
const { forms } = shipped;

test("addresses in two variables, with schemes and inside connection strings follow their components, in every variant", () => {
  for (const form of forms) expectSameCallers(shipped, form);
});

test("users heed the flags of the variant's own flagd", () => {
  for (const { app: varied, record } of forms) {
    const { service = "", port = 0 } = record.load.flagd ?? {};
    expect(componentAt(varied.values, service)?.ports?.map((each) => each.port)).toContain(port);
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
