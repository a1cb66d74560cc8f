import { expect, test } from "vitest";
import { DrillError } from "#core/drill-error.ts";
import type { JournalRecord } from "../../journal/journal-line.ts";
import { createSlotBook } from "./slot-book.ts";
import { foldSlotRecords, type SlotRecord } from "./slot-record.ts";

const SHOP = { app: "shop", variant: "standard" };

/** Creates a book over a journal in memory. */
const openBook = (found: readonly SlotRecord[] = []) => {
  const lines: JournalRecord[] = [];
  const journal = { append: async (record: JournalRecord) => void lines.push(record), close: async () => undefined };
  return { book: createSlotBook(journal, found, () => 1), lines };
};

test("a ready slot goes to whoever has waited longest for its app", async () => {
  const { book } = openBook();
  const [first, second] = [book.take(SHOP, 60_000), book.take(SHOP, 60_000)];
  await book.move("a", "ready", { app: "shop" });
  await book.move("b", "ready", { app: "shop" });
  expect([(await first).id, (await second).id]).toEqual(["a", "b"]);
});

test("a slot of another app is no answer, and whoever finds none in time is told", async () => {
  const { book } = openBook();
  await book.move("a", "ready", { app: "other" });
  await expect(book.take(SHOP, 1)).rejects.toMatchObject({ code: "POOL_FULL" });
});

test("a slot of another variant is no answer either, and the one that is asked for keeps its variant through its life", async () => {
  const { book } = openBook();
  const waiting = book.take({ app: "shop", variant: "7" }, 60_000);
  await book.move("a", "ready", SHOP);
  await book.move("b", "making", { app: "shop", variant: "7" });
  await book.move("b", "ready");
  expect(await waiting).toMatchObject({ id: "b", variant: "7" });
  expect((await book.take(SHOP, 1)).id).toBe("a");
});

test("a line that names no variant is of the published form", () => {
  const line = { t: "slot", id: "a", app: "shop", state: "ready", atMs: 0 } as unknown as SlotRecord;
  expect(foldSlotRecords([line])[0]?.variant).toBe("standard");
});

test("what an earlier server called ready is not given out before it was looked at", async () => {
  const { book } = openBook([{ t: "slot", id: "a", app: "shop", variant: "standard", state: "ready", atMs: 0 }]);
  await expect(book.take(SHOP, 1)).rejects.toMatchObject({ code: "POOL_FULL" });
  await book.move("a", "ready");
  expect((await book.take(SHOP, 1)).id).toBe("a");
});

test("vacancies are the slots that nobody has, and those to come that nobody waits for", async () => {
  const { book } = openBook([{ t: "slot", id: "old", app: "shop", variant: "standard", state: "ready", atMs: 0 }]);
  await book.move("a", "ready", SHOP);
  await book.move("b", "returning", SHOP);
  await book.move("c", "making", { app: "shop", variant: "7" });
  await book.move("d", "leased", SHOP);
  expect(book.vacancies(SHOP)).toEqual({ free: 1, coming: 1 });
  expect(book.vacancies({ app: "shop", variant: "7" })).toEqual({ free: 0, coming: 1 });
  await book.take(SHOP, 60_000);
  const waiting = book.take(SHOP, 60_000);
  expect(book.vacancies(SHOP)).toEqual({ free: 0, coming: 0 });
  await book.move("b", "ready");
  expect((await waiting).id).toBe("b");
  expect(book.vacancies(SHOP)).toEqual({ free: 0, coming: 0 });
});

test("those who wait when the pool closes are told why", async () => {
  const { book } = openBook();
  const waiting = book.take(SHOP, 60_000);
  book.refuse(new DrillError("DRAINING", "the pool closes"));
  await expect(waiting).rejects.toMatchObject({ code: "DRAINING" });
});

test("the last line of a slot tells where it is, and one that is gone is forgotten", async () => {
  const { book, lines } = openBook();
  await book.move("a", "making", { app: "shop" });
  await book.move("a", "leased", { memo: { of: "env" } });
  await book.move("b", "making", { app: "shop" });
  await book.move("b", "gone");
  expect(foldSlotRecords(lines)).toEqual([
    { t: "slot", id: "a", app: "shop", variant: "standard", state: "leased", atMs: 1, memo: { of: "env" } },
  ]);
});
