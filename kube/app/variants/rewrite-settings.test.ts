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

const CHART = new URL("../../../charts/social-network/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, CHART), "utf8");
const app = {
  behaviour: parseBehaviour([{ path: "behaviour.yaml", text: read("behaviour.yaml") }], (name) => JSON.parse(read(name))),
  values: parse(read("values.yaml")) as ChartValues,
};
const record = deriveRecord(app);
const styles = parseVariants({ path: "variants.yaml", text: read("variants.yaml") }, app);
const forms = variantIds(styles).map((id) => expandVariant(app, styles, id));

test("a host and a port that stand apart in a document follow their component, in every variant", () => {
  for (const form of forms) {
    const renamed = (name: string) => form.names[`deployment/${name}`]?.slice("deployment/".length) ?? name;
    for (const { name, dnsCallers, userShare } of record.components) {
      const here = form.record.components.find((component) => component.name === renamed(name));
      if (here === undefined) continue;
      expect(here.userShare).toBe(userShare);
      if (form.names["deployment/media-frontend"] !== null) expect(here.dnsCallers).toEqual(dnsCallers.map(renamed));
    }
  }
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
