import fc from "fast-check";
import { expect, test } from "vitest";
import { patternExpression } from "./patterns.ts";
import { trimValue } from "./trim-value.ts";

/** Tries every length, the shortest or the longest first. */
const trimByTrying = (value: string, operator: string, pattern: string): string => {
  const lengths = Array.from({ length: value.length + 1 }, (_, length) => length);
  if (operator.length === 2) lengths.reverse();
  const isPrefix = operator.startsWith("#");
  const part = (length: number): string => (isPrefix ? value.slice(0, length) : value.slice(value.length - length));
  const found = lengths.find((length) => patternExpression(pattern).test(part(length)));
  if (found === undefined) return value;
  return isPrefix ? value.slice(found) : value.slice(0, value.length - found);
};

test("what is taken off is the shortest or longest part that matches", () => {
  const value = fc.string({ unit: fc.constantFrom("a", "b", "/", "\n"), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "/", "*", "?", "[ab]", "[!a]"), maxLength: 5 });
  fc.assert(
    fc.property(value, fc.constantFrom("#", "##", "%", "%%"), pattern, (text, operator, wanted) => {
      expect(trimValue(text, operator, wanted)).toBe(trimByTrying(text, operator, wanted));
    }),
    { numRuns: 3_000 },
  );
});

test.each(["#", "##", "%", "%%"])("a pattern that matches nowhere in a long value is found out soon with %s", (operator) => {
  const value = "ab".repeat(50_000);
  expect(trimValue(value, operator, "*a*a*a*a*x") === value).toBe(true);
});
