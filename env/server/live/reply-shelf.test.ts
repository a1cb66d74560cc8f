import { expect, test } from "vitest";
import type { StepOutcome } from "../../host/episode-protocol.ts";
import { createReplyShelf } from "./reply-shelf.ts";

const outcome = (stepIndex: number, content: string): StepOutcome =>
  ({ stepIndex, results: [{ content }], observation: { views: [] }, reward: { components: [] } }) as unknown as StepOutcome;
const contents = (shelf: ReturnType<typeof createReplyShelf>, id: string) =>
  [...shelf.of(id)].map(([index, { results }]) => [index, results[0]?.content.slice(0, 5)]);

test("each episode has the outcomes of its steps, and one that was made again the last", () => {
  const shelf = createReplyShelf(10_000);
  shelf.add("a", outcome(0, "one"));
  shelf.add("b", outcome(0, "other"));
  shelf.add("a", outcome(1, "two"));
  shelf.add("a", outcome(1, "again"));
  expect(contents(shelf, "a")).toEqual([
    [0, "one"],
    [1, "again"],
  ]);
  expect(contents(shelf, "b")).toEqual([[0, "other"]]);
  expect(contents(shelf, "nobody")).toEqual([]);
});

test("the oldest go when there is no room, the last one never", () => {
  const shelf = createReplyShelf(1_000);
  for (const index of [0, 1, 2]) shelf.add("a", outcome(index, `${index}`.repeat(300)));
  expect(contents(shelf, "a")).toEqual([
    [1, "11111"],
    [2, "22222"],
  ]);
  shelf.add("b", outcome(0, "x".repeat(5_000)));
  expect(contents(shelf, "a")).toEqual([]);
  expect(contents(shelf, "b")).toEqual([[0, "xxxxx"]]);
});

test("what an older outcome of a step leaves does not take the newer one with it", () => {
  const shelf = createReplyShelf(1_000);
  shelf.add("a", outcome(0, "1".repeat(300)));
  shelf.add("a", outcome(0, "2".repeat(300)));
  shelf.add("b", outcome(0, "3".repeat(300)));
  expect(contents(shelf, "a")).toEqual([[0, "22222"]]);
});
