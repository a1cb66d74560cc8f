import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test("a text is cut after so many units", () => {
  expect(cutText("abcdef", 3)).toBe("abc");
  expect(cutText("abc", 3)).toBe("abc");
});

test("no character is cut in two", () => {
  expect(cutText("😀".repeat(4), 3)).toBe("😀");
  expect(cutText("😀".repeat(4), 4)).toBe("😀😀");
});

test("half a character is replaced wherever it stands", () => {
  expect(cutText("a\uD800b", 80)).toBe("a\uFFFDb");
  expect(() => encodeURI(cutText("\uDC00".repeat(100), 80))).not.toThrow();
});
