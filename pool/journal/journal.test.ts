import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { openJournal } from "./journal.ts";
import { type JournalRecord, parseJournalLine, renderJournalLine } from "./journal-line.ts";
import { listSegments, readSegments, segmentPath } from "./segments.ts";

const scratch: string[] = [];
const makeDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "journal-"));
  scratch.push(directory);
  return directory;
};
afterEach(() => {
  for (const directory of scratch.splice(0)) rmSync(directory, { recursive: true, force: true });
});

const keepAll = (): boolean => true;
const record = (n: number): JournalRecord => ({ t: "step", id: `e${n % 3}`, n, text: "ä\n\u2028" });

test("what was appended is read again in order", async () => {
  const directory = makeDirectory();
  const { journal } = openJournal({ directory, keep: keepAll });
  await Promise.all([0, 1, 2, 3].map((n) => journal.append(record(n), n === 2 ? "durable" : "written")));
  await journal.close();
  const again = openJournal({ directory, keep: keepAll });
  expect(again.records).toEqual([0, 1, 2, 3].map(record));
  expect(again.damagedLines).toBe(0);
  await again.journal.close();
});

test("a written record is on file before the promise resolves", async () => {
  const directory = makeDirectory();
  const { journal } = openJournal({ directory, keep: keepAll });
  await journal.append(record(1), "written");
  expect(readSegments(directory).records).toEqual([record(1)]);
  await journal.close();
});

test("a file cut or damaged anywhere loses only the lines that were hit", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ n: fc.nat(), text: fc.string({ unit: "grapheme" }) }), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.nat(255),
      (facts, where, damage) => {
        const directory = makeDirectory();
        const records = facts.map((fact, i) => ({ t: "x", id: `e${i}`, ...fact }));
        const bytes = Buffer.from(records.map(renderJournalLine).join(""));
        const at = where % bytes.length;
        const path = segmentPath(directory, 1);

        writeFileSync(path, bytes);
        truncateSync(path, at);
        const whole = bytes.subarray(0, at).toString("utf8").split("\n").slice(0, -1).length;
        const cut = readSegments(directory).records;
        expect(cut.slice(0, whole)).toEqual(records.slice(0, whole));
        expect(cut.length - whole).toBeLessThanOrEqual(1); // a line that lacks nothing but its newline is whole
        expect(cut).toEqual(records.slice(0, cut.length));

        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ (damage || 1);
        writeFileSync(path, damaged);
        const found = readSegments(directory).records;
        const lost = records.filter((wanted) => !found.some((got) => JSON.stringify(got) === JSON.stringify(wanted)));
        expect(lost.length).toBeLessThanOrEqual(2); // a damaged newline joins two lines
      },
    ),
    { numRuns: 60 },
  );
});

test("a torn tail is not written after", async () => {
  const directory = makeDirectory();
  const first = openJournal({ directory, keep: keepAll });
  await first.journal.append(record(1), "written");
  await first.journal.close();
  appendFileSync(segmentPath(directory, 1), 'deadbeef {"t":"st');
  const second = openJournal({ directory, keep: keepAll });
  expect(second.damagedLines).toBe(1);
  await second.journal.append(record(2), "written");
  await second.journal.close();
  expect(readSegments(directory).records).toEqual([record(1), record(2)]);
});

test.each([1, 512, 70_000])("%d zeros at the end, as after a power cut, lose nothing that was whole before them", async (zeros) => {
  const directory = makeDirectory();
  const lines = [0, 1, 2].map((n) => renderJournalLine(record(n))).join("");
  writeFileSync(segmentPath(directory, 1), Buffer.concat([Buffer.from(lines), Buffer.alloc(zeros)]));
  writeFileSync(segmentPath(directory, 2), Buffer.concat([Buffer.from(`${lines}deadbeef {"t":"st`), Buffer.alloc(zeros)]));
  const whole = [...[0, 1, 2].map(record), ...[0, 1, 2].map(record)];
  expect(readSegments(directory)).toEqual({ records: whole, damagedLines: 1, damagedIds: new Set() });
});

test("a line with two records, whatever has become of what was between them, tells both", async () => {
  const directory = makeDirectory();
  const [first, second] = [1, 2].map((n) => renderJournalLine(record(n)).trimEnd());
  for (const between of ["", " ", "\0\0", "??"]) {
    writeFileSync(segmentPath(directory, 1), `${renderJournalLine(record(0))}${first}${between}${second}\n${renderJournalLine(record(3))}`);
    expect(readSegments(directory), between).toEqual({ records: [0, 1, 2, 3].map(record), damagedLines: 0, damagedIds: new Set() });
  }
});

test("older files are compacted to what is worth keeping", async () => {
  const directory = makeDirectory();
  const { journal } = openJournal({ directory, keep: ({ id }) => id === "e1", segmentBytes: 400 });
  for (let n = 0; n < 30; n++) await journal.append(record(n), "written");
  await journal.close();
  const { records, damagedLines } = readSegments(directory);
  expect(damagedLines).toBe(0);
  expect(records.filter(({ id }) => id === "e1").map((found) => found.n)).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28]);
  expect(records.length).toBeLessThan(30);
  expect(listSegments(directory).length).toBeGreaterThan(0);
});

test("a record for which there was no room is refused and leaves nothing; the next one is whole", async () => {
  const directory = makeDirectory();
  let isFull = false;
  const write = (file: number, bytes: Buffer, at: number): number => {
    if (!isFull) return writeSync(file, bytes, at);
    if (at > 0) throw new Error("ENOSPC: no space left on device, write");
    return writeSync(file, bytes, 0, 10);
  };
  const { journal } = openJournal({ directory, keep: keepAll, write });
  await journal.append(record(1), "written");
  isFull = true;
  await expect(journal.append(record(2), "durable")).rejects.toThrow("ENOSPC");
  isFull = false;
  await journal.append(record(3), "written");
  await journal.close();
  expect(readSegments(directory)).toMatchObject({ records: [record(1), record(3)], damagedLines: 0 });
});

test("files are closed and compacted while records are synced all the time", async () => {
  const directory = makeDirectory();
  const { journal } = openJournal({ directory, keep: () => false, segmentBytes: 1_000 });
  const load = async (client: number): Promise<void> => {
    for (let n = 0; n < 40; n++) await journal.append(record(client * 100 + n), "durable");
  };
  await Promise.all(Array.from({ length: 8 }, (_, client) => load(client)));
  await journal.close();
  const bytes = listSegments(directory).reduce((sum, segment) => sum + readFileSync(segmentPath(directory, segment)).length, 0);
  expect(bytes).toBeLessThan(8_000);
});

test("a line with a wrong checksum is no record", () => {
  const line = renderJournalLine(record(1)).trimEnd();
  expect(parseJournalLine(line)).toEqual(record(1));
  expect(parseJournalLine(line.replace("step", "stop"))).toBeUndefined();
  expect(parseJournalLine("")).toBeUndefined();
});
