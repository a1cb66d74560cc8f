import { expect, test } from "vitest";
import { programComponents } from "#kube/app/call-graph.ts";
import { componentAt, settingOf } from "#kube/app/component-program.ts";
import { expectSameCallers, readForms } from "./shipped-forms.ts";

const shipped = readForms("social-network");
const { forms } = shipped;

test("a host and a port that stand apart in a document follow their component, in every variant", () => {
  for (const form of forms) expectSameCallers(shipped, form);
});

test("what a regular expression finds in another file is rewritten there, and so are the addresses in it", () => {
  for (const { app: varied, record: derived } of forms)
    for (const { component, program } of programComponents(varied)) {
      const ports = (component.ports ?? []).map(({ port, targetPort = port }) => `${targetPort}`);
      expect(ports).toContain(settingOf(varied, component, program.listens?.port ?? ""));
      const agent = settingOf(varied, component, program.tracing?.address ?? "");
      if (agent === "" || derived.components.every(({ role }) => role !== "tracing")) continue;
      expect(componentAt(varied.values, agent.split(":")[0] ?? "")?.image).toContain("jaegertracing");
    }
});
