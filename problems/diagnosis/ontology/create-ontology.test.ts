import { expect, test } from "vitest";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { Injector } from "#injectors/injector.ts";
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
