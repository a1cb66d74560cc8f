import { expect, test } from "vitest";
import { firstIndex } from "./first-index.ts";

test("finds the first place after what is looked for, among none, one and many", () => {
  for (const length of [0, 1, 2, 7, 100])
    for (let first = 0; first <= length; first++) expect(firstIndex(length, (index) => index >= first)).toBe(first);
});
