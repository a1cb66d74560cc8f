import { expect, test } from "vitest";
import { createMinuteBook } from "./minute-book.ts";

const MINUTE_MS = 60_000;

test("ends are counted by the minute, the present one last, and are forgotten after an hour", () => {
  const book = createMinuteBook();
  book.add(10 * MINUTE_MS, { return: 0.5, success: true });
  book.add(10 * MINUTE_MS + 59_999, { return: undefined, success: true });
  book.add(11 * MINUTE_MS, { return: -0.25, success: false });
  const read = book.read(12 * MINUTE_MS);
  expect(read).toHaveLength(60);
  expect(read.slice(-3)).toEqual([
    { ended: 2, scored: 1, succeeded: 1, returns: 0.5 },
    { ended: 1, scored: 1, succeeded: 0, returns: -0.25 },
    { ended: 0, scored: 0, succeeded: 0, returns: 0 },
  ]);
  expect(book.read(70 * MINUTE_MS).reduce((sum, { ended }) => sum + ended, 0)).toBe(1);
  book.add(200 * MINUTE_MS, { return: 1, success: true });
  expect(book.read(200 * MINUTE_MS).reduce((sum, { ended }) => sum + ended, 0)).toBe(1);
});
