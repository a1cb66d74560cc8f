import { expect, test } from "vitest";
import { alignTabs, TABLE_LAYOUT } from "./tabwriter.ts";

test("columns are as wide as their widest cell", () => {
  expect(alignTabs("NAME\tAGE\nweb-0\t5s", TABLE_LAYOUT)).toBe("NAME    AGE\nweb-0   5s");
});

test("a line without tabs ends the columns", () => {
  expect(alignTabs("A:\t1\nLonger:\t2\nend\nB:\t3")).toBe("A:       1\nLonger:  2\nend\nB:  3");
});

test("inner columns are aligned within their block", () => {
  expect(alignTabs("  Type\tReason\n  ----\t------\n  Normal\tx")).toBe("  Type    Reason\n  ----    ------\n  Normal  x");
});
