import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { meanOf, searchSequences } from "./search-sequences.ts";

const ACTIONS = Array.from({ length: 60 }, (_, i) => `action-${i}`);

test("the search finds a pair of actions that pays in a part of the episodes, among sixty kinds", async () => {
  const pays = (actions: readonly string[], index: number) =>
    actions.includes("action-7") && actions.includes("action-41") && index % 2 === 0 ? 1 : actions.includes("action-7") ? 0.2 : 0;
  const found = await searchSequences({
    actions: ACTIONS,
    evaluations: 20_000,
    rng: createRng("3"),
    evaluate: async (...played) => pays(...played),
  });
  const [best] = [...found].sort((a, b) => meanOf(b) - meanOf(a));
  expect(best?.actions).toEqual(expect.arrayContaining(["action-7", "action-41"]));
});

test("equal seeds search alike", async () => {
  const search = () =>
    searchSequences({ actions: ACTIONS, evaluations: 500, rng: createRng("5"), evaluate: async (actions) => actions.length });
  expect(await search()).toEqual(await search());
});
