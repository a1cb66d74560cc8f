import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type JournalRecord, parseJournalLine } from "./journal-line.ts";

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
  /** Ids that can be read in corrupt lines that were written to their end: facts about these are missing. */
  readonly damagedIds: ReadonlySet<string>;
}

/** Reads all journal files; torn and corrupt lines are counted and skipped. */
export const readSegments = (directory: string): SegmentContent => {
  const records: JournalRecord[] = [];
  const damagedIds = new Set<string>();
  let damagedLines = 0;
  for (const segment of listSegments(directory)) {
    const lines = readFileSync(segmentPath(directory, segment), "utf8").split("\n");
    for (const [at, line] of lines.entries()) {
      if (line === "") continue;
      const record = parseJournalLine(line);
      if (record !== undefined) records.push(record);
      else {
        damagedLines += 1;
        // One without its end was never acknowledged.
        if (at < lines.length - 1) for (const [, id] of line.matchAll(/"id":"([^"\\]{1,128})"/g)) damagedIds.add(id as string);
      }
    }
  }
  return { records, damagedLines, damagedIds };
};

const SEGMENT_NAME = /^journal-(\d{8})\.jsonl$/;
