import { expect, test } from "vitest";
import { toYaml } from "./yaml-text.ts";

test("maps are sorted, lists are not indented, empty ones are inline", () => {
  expect(toYaml({ b: [{ y: 1, x: [] }, "z"], a: {}, c: null })).toBe('a: {}\nb:\n- x: []\n  "y": 1\n- z\nc: null\n');
});

test.each([
  ["plain", "plain"],
  ["", '""'],
  ["true", '"true"'],
  ["1", '"1"'],
  ["0x1f", '"0x1f"'],
  ["2026-01-05T08:00:00Z", '"2026-01-05T08:00:00Z"'],
  ["100m", "100m"],
  ["25%", "25%"],
  ["a: b", "'a: b'"],
  ["it's: so", "'it''s: so'"],
  ["- x", "'- x'"],
  ["*", "'*'"],
  ["tab\there", '"tab\\there"'],
  ["a\nb\n", "|\n  a\n  b"],
  ["a\nb", "|-\n  a\n  b"],
  [" lead", "' lead'"],
])("%j is written %j", (value, text) => {
  expect(toYaml({ k: value })).toBe(`k: ${text}\n`);
});

test("long text is folded at the first blank after the eightieth column", () => {
  const message = 'the HPA controller was unable to get the target\'s current scale: deployments.apps "nothing" not found';
  expect(toYaml({ status: { conditions: [{ message }] } })).toBe(
    "status:\n  conditions:\n  - message: 'the HPA controller was unable to get the target''s current scale: deployments.apps\n      \"nothing\" not found'\n",
  );
});

test("digits in keys sort by value and letters come last", () => {
  expect(toYaml({ a10: 1, a2: 2, A: 3, ".": 4 })).toBe(".: 4\nA: 3\na2: 2\na10: 1\n");
});
