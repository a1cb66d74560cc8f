import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { deriveRecord } from "../derive-record.ts";
import { buildManifests } from "../manifest-builder.ts";
import type { ChartValues } from "../manifest-values.ts";
import { parseBehaviour } from "../parse-behaviour.ts";
import { expandVariant, nameIn, standardForm } from "./expand-variant.ts";
import { parseVariants } from "./parse-variants.ts";
import { isHeldOut, variantIds } from "./variant-ids.ts";

const CHART = new URL("../../../charts/hotel-reservation/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, CHART), "utf8");
const app = {
  behaviour: parseBehaviour([{ path: "behaviour.yaml", text: read("behaviour.yaml") }], (name) => JSON.parse(read(name))),
  values: parse(read("values.yaml")) as ChartValues,
};
const VARIANTS = "charts/hotel-reservation/variants.yaml";
const styles = parseVariants({ path: VARIANTS, text: read("variants.yaml") }, app);
const forms = variantIds(styles).map((id) => expandVariant(app, styles, id));

/** A record's call graph in published names. */
const graphIn = (form: (typeof forms)[number]) => {
  const published = new Map(Object.entries(form.names).map(([name, here]) => [here, name]));
  const named = (kind: string, name: string) => published.get(`${kind}/${name}`)?.slice(kind.length + 1) ?? name;
  const component = (name: string) => named("deployment", name);
  return form.record.components.map((each) => ({
    name: component(each.name),
    role: each.role,
    dnsCallers: each.dnsCallers.map(component),
    registryCallers: each.registryCallers.map(component),
    startLoadedBy: each.startLoadedBy.map(component),
    readBy: each.readBy.map(component),
    userShare: each.userShare,
    siblingPrograms: each.siblingPrograms,
    configMaps: each.configMaps.map(({ name, settings = [], addresses = [] }) => [
      named("configmap", name),
      settings.length,
      addresses.length,
    ]),
    hasAuth: each.auth !== undefined,
  }));
};

test("there are at least 16 variants, and a fifth of them is held out", () => {
  expect(forms.length).toBeGreaterThanOrEqual(16);
  const heldOut = variantIds(styles).filter((id) => isHeldOut(styles, id));
  expect(heldOut.length / forms.length).toBeCloseTo(0.2, 1);
});

test("a further variant moves no other out of training", () => {
  const more = { ...styles, count: styles.count + 7 };
  const ids = variantIds(styles);
  expect(variantIds(more).slice(0, ids.length)).toEqual(ids);
  expect(ids.map((id) => isHeldOut(more, id))).toEqual(ids.map((id) => isHeldOut(styles, id)));
});

test("a variant is a pure function of the app, the styles and its id", () => {
  expect(expandVariant(app, styles, "3")).toEqual(forms[2]);
});

test("the published form is the chart as it stands", () => {
  const form = standardForm(app);
  expect(form.app).toBe(app);
  expect(nameIn(form, "service/mongodb-geo")).toBe("service/mongodb-geo");
});

test("every variant calls, stores and reads as the published form does, in other names", () => {
  const published = graphIn(standardForm(app));
  for (const form of forms) {
    const here = new Set(graphIn(form).map(({ name }) => name));
    const kept = published
      .filter(({ name }) => here.has(name))
      .map((each) => ({ ...each, dnsCallers: each.dnsCallers.filter((caller) => here.has(caller) || caller === "client") }));
    expect(graphIn(form)).toEqual(kept);
  }
});

test("no two variants have the same objects, and no word of theirs tells that they are drawn", () => {
  const texts = forms.map(({ app: { values }, record }) => JSON.stringify(buildManifests(values, { namespace: record.namespace })));
  expect(new Set(texts).size).toBe(forms.length);
  for (const text of texts) expect(text).not.toMatch(/variant/i);
});

test("what a policy could learn by heart differs: namespace, label, names, ports, keys", () => {
  const kinds = (value: (form: (typeof forms)[number]) => unknown) => new Set(forms.map((form) => JSON.stringify(value(form)))).size;
  expect(kinds(({ record }) => record.namespace)).toBe(forms.length);
  expect(kinds(({ record }) => record.labelKey)).toBeGreaterThan(4);
  expect(kinds(({ record }) => record.components.map(({ name }) => name))).toBe(forms.length);
  expect(kinds(({ record }) => record.load)).toBeGreaterThan(10);
  expect(kinds(({ record }) => record.components[0]?.configMaps)).toBeGreaterThan(10);
});

test("a published object that a variant lacks has no name there", () => {
  const without = forms.find(({ names }) => names["deployment/jaeger"] === null);
  expect(without).toBeDefined();
  expect(without && nameIn(without, "service/jaeger-out")).toBeUndefined();
  expect(without && nameIn(without, "node/worker-1")).toBe("node/worker-1");
});

test("accounts of stores stand in their scripts as their programs use them", () => {
  for (const { app: varied, record } of forms)
    for (const { auth, configMaps } of record.components) {
      if (auth === undefined) continue;
      const script = varied.values.configMaps?.find(({ name }) => name === configMaps[0]?.name)?.data["create-users.js"];
      expect(script).toContain(`user: "${auth.user}", pwd: "${auth.password}"`);
      expect(script).toContain(`db: "${auth.database}"`);
    }
});

test("the published record is what it was", () => {
  expect(standardForm(app).record).toEqual(deriveRecord(app));
});
