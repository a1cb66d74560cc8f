import { expect, test } from "vitest";
import { repackSubsets, type Subset } from "./repack-subsets.ts";
import rows from "./testdata/repacked-subsets.json" with { type: "json" };

test("subsets are packed again, and ordered by their hashes, as RepackSubsets of Kubernetes 1.35.4 does it", () => {
  for (const { input, output } of rows) expect(repackSubsets(input as readonly Subset[])).toEqual(output);
});
