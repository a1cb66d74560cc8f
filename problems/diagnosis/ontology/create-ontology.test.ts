import { expect, test } from "vitest";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import { FAULT_LAYERS, type Injector } from "#injectors/injector.ts";
import { FAMILY_SPLITS } from "../../dataset/family-splits.ts";
import { createOntology } from "./create-ontology.ts";

const injectors = await loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: ({ id }) => id });
const ontology = createOntology(injectors);
const names = ontology.types.map(({ type }) => type);

test("every type is published once, with a short line", () => {
  expect(names).toEqual([...new Set(names)].sort());
  for (const { type, line } of ontology.types) {
    expect(type).toMatch(/^[a-z0-9-]+$/);
    expect(line).toMatch(/^[A-Z/].{8,79}$/);
  }
});

test("every id has one published type", () => {
  const ids = ontology.unshipped.flatMap((row) => row.ids);
  expect(ids).toEqual([...new Set(ids)]);
  for (const type of Object.values(ontology.typeOf)) expect(names).toContain(type);
  for (const { id, catalogueType } of injectors) expect(ontology.typeOf[id]).toBe(catalogueType);
});

test("a fault less leaves a type less only where no other fault of the catalogue has it", () => {
  const without = createOntology(injectors.filter(({ id }) => id !== "scale-to-zero"));
  expect(without.types.map(({ type }) => type)).toContain("scale-to-zero");
  expect(ontology.unshipped.map(({ type }) => type)).not.toContain("scale-to-zero");
});

test.each(FAULT_LAYERS)("the layer %s has families in every split, each dealt in the table", (layer) => {
  const families = new Set([...ontology.unshipped, ...injectors].filter((row) => row.layer === layer).map(({ family }) => family));
  expect([...families].filter((family) => FAMILY_SPLITS[family] === undefined)).toEqual([]);
  const splits = new Set([...families, ...(OWN_FAMILIES[layer] ?? [])].map((family) => FAMILY_SPLITS[family]));
  expect([...splits].sort()).toEqual(["eval", "holdout", "train"]);
});

/** Families of faults whose type has another: an autoscaler that never rests has the type of one with wrong bounds. */
const OWN_FAMILIES: Readonly<Record<string, readonly string[]>> = { autoscaling: ["autoscaler-behaviour"] };
