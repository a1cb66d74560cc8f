import { closeSync, fsyncSync, openSync, readdirSync, readFileSync } from "node:fs";
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

/** Has the disk keep the names of files that were made or renamed in a directory. */
export const syncFolder = (directory: string): void => {
  const folder = openSync(directory, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

/** Reads all journal files; torn and corrupt lines are counted and skipped. */
export const readSegments = (directory: string): { readonly records: readonly JournalRecord[]; readonly damagedLines: number } => {
  const records: JournalRecord[] = [];
  let damagedLines = 0;
  for (const segment of listSegments(directory)) {
    for (const line of readFileSync(segmentPath(directory, segment), "utf8").split("\n")) {
      if (line === "") continue;
      const record = parseJournalLine(line);
      if (record === undefined) damagedLines += 1;
      else records.push(record);
    }
  }
  return { records, damagedLines };
};

const SEGMENT_NAME = /^journal-(\d{8})\.jsonl$/;
