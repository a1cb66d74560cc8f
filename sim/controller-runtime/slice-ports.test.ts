import { expect, test } from "vitest";
import { inSliceOrder } from "./slice-ports.ts";
import rows from "./testdata/ordered-slice-ports.json" with { type: "json" };

test("the ports of a slice are ordered as NewPortMapKey of Kubernetes 1.35.4 does it", () => {
  for (const { input, output } of rows) expect(inSliceOrder(input)).toEqual(output);
});
