import { expect, test } from "vitest";
import { DrillError } from "#core/drill-error.ts";
import type { JournalRecord } from "../../journal/journal-line.ts";
import { createSlotBook } from "./slot-book.ts";
import { foldSlotRecords, type SlotRecord } from "./slot-record.ts";

/** Creates a book over a journal in memory. */
const openBook = (found: readonly SlotRecord[] = []) => {
  const lines: JournalRecord[] = [];
  const journal = { append: async (record: JournalRecord) => void lines.push(record), close: async () => undefined };
  return { book: createSlotBook(journal, found, () => 1), lines };
};

test("a ready slot goes to whoever has waited longest for its app", async () => {
  const { book } = openBook();
  const [first, second] = [book.take("shop", 60_000), book.take("shop", 60_000)];
  await book.move("a", "ready", { app: "shop" });
  await book.move("b", "ready", { app: "shop" });
  expect([(await first).id, (await second).id]).toEqual(["a", "b"]);
});

test("a slot of another app is no answer, and whoever finds none in time is told", async () => {
  const { book } = openBook();
  await book.move("a", "ready", { app: "other" });
  await expect(book.take("shop", 1)).rejects.toMatchObject({ code: "POOL_FULL" });
});

test("what an earlier server called ready is not given out before it was looked at", async () => {
  const { book } = openBook([{ t: "slot", id: "a", app: "shop", state: "ready", atMs: 0 }]);
  await expect(book.take("shop", 1)).rejects.toMatchObject({ code: "POOL_FULL" });
  await book.move("a", "ready");
  expect((await book.take("shop", 1)).id).toBe("a");
});

test("those who wait when the pool closes are told why", async () => {
  const { book } = openBook();
  const waiting = book.take("shop", 60_000);
  book.refuse(new DrillError("DRAINING", "the pool closes"));
  await expect(waiting).rejects.toMatchObject({ code: "DRAINING" });
});

test("the last line of a slot tells where it is, and one that is gone is forgotten", async () => {
  const { book, lines } = openBook();
  await book.move("a", "making", { app: "shop" });
  await book.move("a", "leased", { memo: { of: "env" } });
  await book.move("b", "making", { app: "shop" });
  await book.move("b", "gone");
  expect(foldSlotRecords(lines)).toEqual([{ t: "slot", id: "a", app: "shop", state: "leased", atMs: 1, memo: { of: "env" } }]);
});
