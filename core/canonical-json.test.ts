import { expect, test } from "vitest";
import { canonicalJson, isSameJson } from "./canonical-json.ts";

test("keys are sorted and undefined members left out", () => {
  expect(canonicalJson({ b: 1, a: [undefined, "x"], c: undefined })).toBe('{"a":[null,"x"],"b":1}');
});

test("values are the same exactly when their canonical texts are", () => {
  const values = [
    null,
    0,
    -0,
    1,
    "1",
    true,
    [],
    [1],
    [undefined],
    [null],
    {},
    { a: undefined },
    { a: null },
    { a: 1, b: [{ c: 2 }] },
    { b: [{ c: 2 }], a: 1 },
    { a: 1, b: [{ c: 3 }] },
  ];
  for (const a of values) for (const b of values) expect(isSameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
});
