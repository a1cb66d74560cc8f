import { expect, test } from "vitest";
import { goQuote } from "./go-quote.ts";

test.each([
  ["plain words", '"plain words"'],
  ['a "quote" and \\', String.raw`"a \"quote\" and \\"`],
  ["line\nand\ttab", String.raw`"line\nand\ttab"`],
  ["a\u0001b\u007f", String.raw`"a\x01b\x7f"`],
  ["\u009e\u00a0", String.raw`"\u009e\u00a0"`],
  ["h\u00e9 \u65e5 \u{1f600}", '"h\u00e9 \u65e5 \u{1f600}"'],
  ["\u{e0001}", String.raw`"\U000e0001"`],
])("a text is quoted as Go quotes it: %j", (text, quoted) => {
  expect(goQuote(text)).toBe(quoted);
});
