import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type JournalRecord, parseJournalLine } from "./journal-line.ts";
import { repairLines } from "./repair-lines.ts";

/** Lists the numbers of the journal files in a directory, oldest first. */
export const listSegments = (directory: string): number[] =>
  readdirSync(directory)
    .map((name) => SEGMENT_NAME.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);

/** Path of a journal file. */
export const segmentPath = (directory: string, segment: number): string =>
  join(directory, `journal-${`${segment}`.padStart(8, "0")}.jsonl`);

/** Size of the journal files in a directory, bytes; undefined or missing directories are 0. */
export const sizeOfJournal = (directory: string | undefined): number => {
  if (directory === undefined || !existsSync(directory)) return 0;
  // A compaction may remove a file meanwhile.
  const sizeOf = (segment: number): number => statSync(segmentPath(directory, segment), { throwIfNoEntry: false })?.size ?? 0;
  return listSegments(directory).reduce((sum, segment) => sum + sizeOf(segment), 0);
};

/** Has the disk keep the names of files that were made or renamed in a directory. */
export const syncFolder = (directory: string): void => {
  const folder = openSync(directory, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

/** Content of journal files. */
export interface SegmentContent {
  readonly records: readonly JournalRecord[];
  /** Number of torn and corrupt lines. */
  readonly damagedLines: number;
  /** Ids about which facts may be missing: those in corrupt lines, and those of which nothing is told after one that may have been several. */
  readonly damagedIds: ReadonlySet<string>;
}

/** Reads all journal files; lines with one wrong bit are repaired, other torn and corrupt ones are counted and skipped. */
export const readSegments = (directory: string): SegmentContent => {
  const records: JournalRecord[] = [];
  const damagedIds = new Set<string>();
  let damagedLines = 0;
  let hole = 0;
  for (const segment of listSegments(directory)) {
    const lines = splitLines(withoutZeros(readFileSync(segmentPath(directory, segment))));
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as Buffer;
      if (line.length === 0) continue;
      const text = line.toString("utf8");
      const record = parseJournalLine(text);
      const repaired = record === undefined && damagedLines < REPAIRS_MAX ? repairLines(line, lines[at + 1]) : undefined;
      if (record !== undefined) records.push(record);
      if (repaired !== undefined) {
        records.push(...repaired.records);
        at += repaired.lines - 1;
      }
      if (record !== undefined || repaired !== undefined) continue;
      damagedLines += 1;
      // One without its end was never acknowledged, unless it has a page that was lost.
      if (at === lines.length - 1 && !line.includes(0)) continue;
      const ids = [...text.matchAll(/"id":"([^"\\]{1,128})"/g)].map(([, id]) => id as string);
      for (const id of ids) damagedIds.add(id);
      if (ids.length !== 1 || NO_TEXT.test(text)) hole = records.length;
    }
  }
  for (const id of silentAfter(records, hole)) damagedIds.add(id);
  return { records, damagedLines, damagedIds };
};

/** A file without the zeros at its end: after a power cut a file can be longer than what the disk had got of it. */
const withoutZeros = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
};

/** Bytes that no line has: whole lines may have been where they are. */
const NO_TEXT = /[\0-\x1f\ufffd]/;

/** Ids of which nothing is told any more from an index on; a record that comes later would show by its count what is missing. */
const silentAfter = (records: readonly JournalRecord[], index: number): ReadonlySet<string> => {
  const after = new Set(records.slice(index).map(({ id }) => id));
  return new Set(records.slice(0, index).flatMap(({ id }) => (after.has(id) ? [] : [id])));
};

/** Number of damaged lines after which no repair is tried: that many are no stray bits. */
const REPAIRS_MAX = 100;

const splitLines = (bytes: Buffer): readonly Buffer[] => {
  const lines: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
    lines.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return [...lines, bytes.subarray(from)];
};

const SEGMENT_NAME = /^journal-(\d{8})\.jsonl$/;
