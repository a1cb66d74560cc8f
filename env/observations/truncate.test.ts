import { expect, test } from "vitest";
import { byteLength, truncateText } from "./truncate.ts";

test("what fits stays as it is", () => {
  expect(truncateText("abc", 3)).toEqual({ text: "abc", truncated: false, originalBytes: 3 });
});

test("head and tail are kept and the gap is told", () => {
  const text = Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n");
  const cut = truncateText(text, 600);
  expect(cut).toMatchObject({ truncated: true, originalBytes: text.length });
  expect(cut.text.startsWith("line 0\nline 1\n")).toBe(true);
  expect(cut.text.endsWith("\nline 199")).toBe(true);
  expect(cut.text).toMatch(/\.\.\. \[\d+ of 1689 bytes left out; to see them, ask for less at a time: .*\| grep.*\] \.\.\./);
  expect(byteLength(cut.text)).toBeLessThanOrEqual(600);
});

test("no character is split, whatever the bound", () => {
  const text = "äöü€𝄞".repeat(40);
  for (let bound = 0; bound < byteLength(text); bound++) {
    const cut = truncateText(text, bound);
    expect(byteLength(cut.text)).toBeLessThanOrEqual(bound);
    expect(cut.text).not.toContain("\ufffd");
  }
});
