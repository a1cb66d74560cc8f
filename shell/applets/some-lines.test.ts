import { expect, test } from "vitest";
import { firstLines, lastLines } from "./some-lines.ts";

test.each(["", "\n", "a", "a\n", "a\nb", "a\nb\n", "\n\n", "\na\n\nb\n", "\n\n\na"])(
  "the lines of %o are counted from either end",
  (text) => {
    const lines = text.split(/(?<=\n)/).filter((line) => line !== "");
    for (let most = 0; most < 6; most++) {
      expect(firstLines(text, most)).toBe(lines.slice(0, most).join(""));
      expect(lastLines(text, most)).toBe(lines.slice(Math.max(0, lines.length - most)).join(""));
    }
  },
);
