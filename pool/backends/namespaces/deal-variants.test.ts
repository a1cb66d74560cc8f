import { expect, test } from "vitest";
import { dealVariants } from "./deal-variants.ts";

test.each([
  ["slots get the variants in turn", ["1", "2", "4"], [], 5, ["1", "2", "4", "1", "2"]],
  ["what is there counts, so that the variants with the fewest slots come first", ["1", "2", "4"], ["2", "1", "2"], 6, ["4", "1", "4"]],
  ["slots of other variants take up room and are no part of the turn", ["1", "2"], ["standard"], 4, ["1", "2", "1"]],
  ["nothing is dealt out where there are enough", ["1"], ["2", "2"], 2, []],
] as const)("%s", (_, variants, there, slots, dealt) => {
  expect(dealVariants(variants, there, slots)).toEqual(dealt);
});
