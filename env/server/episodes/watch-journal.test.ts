import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEpisodeJournal } from "./episode-journal.ts";
import { watchJournal } from "./watch-journal.ts";

const directory = mkdtempSync(join(tmpdir(), "watch-journal-"));
afterAll(() => rmSync(directory, { recursive: true }));

test("a write that comes after the journal was closed is refused, and nobody is told that the journal cannot be written", async () => {
  const { journal } = openEpisodeJournal({ directory, keep: () => true, build: "b", nowMs: () => 0 });
  const told: string[] = [];
  const watched = watchJournal(
    journal,
    (isWritable) => told.push(`writable ${isWritable}`),
    () => told.push("failure"),
  );
  await watched.alive();
  const pending = watched.alive();
  await watched.close();
  await pending;
  await expect(watched.alive()).rejects.toThrow("its journal is closed");
  expect(told).toEqual([]);
});
