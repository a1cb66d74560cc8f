import { expect, test } from "vitest";
import { loadLibrary } from "#env/catalogue/library.ts";
import { RULES, UNWRITTEN_FAULTS } from "#problems/agents/read-specifications/rules.ts";
import { specificationsOf } from "#problems/agents/read-specifications/specifications.ts";

const { injectors } = await loadLibrary();

const looked = new Set(RULES.flatMap(({ faults }) => faults));

test.each(injectors.map(({ id }) => id))("the linter of specifications knows what %s would look like, or why it shows in none", (id) => {
  expect(looked.has(id) !== id in UNWRITTEN_FAULTS).toBe(true);
});

test("rules find nothing where there is nothing", () => {
  const nothing = specificationsOf([], () => true);
  expect(RULES.flatMap(({ find }) => find(nothing))).toEqual([]);
});
