import { stat } from "node:fs/promises";
import type { EpisodeRow, Index } from "#viewer/protocol.ts";
import type { PlacedRun } from "./find-runs.ts";
import { readLines } from "./read-lines.ts";
import { reportRows } from "./report-rows.ts";
import { rowOfLine } from "./row-of-line.ts";

/** Place of an episode on disk. */
export interface EpisodePlace {
  readonly run: PlacedRun;
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
  /** Number of the episode in its folder, from 1, as commands count. */
  readonly number: number;
  readonly row: EpisodeRow;
}

/** Index of the episodes of some runs. */
export interface EpisodeIndex {
  /** Reads what was written since the last time, and returns all. */
  refresh(): Promise<Omit<Index, "replays">>;
  /** Finds an episode by its key, once it was indexed; undefined if there is none, and for those that only a report tells of. */
  find(key: string): EpisodePlace | undefined;
}

/** Creates an index that reads each line once and keeps a row of it. */
export const createIndex = (runs: readonly PlacedRun[]): EpisodeIndex => {
  const books = runs.map(createBook);
  let reading: Promise<unknown> = Promise.resolve();
  return {
    refresh: async () => {
      reading = reading.then(() => Promise.all(books.map((book) => book.refresh())));
      await reading;
      return {
        runs: runs.map(({ folder: _, files: __, report: ___, ...run }, i) => ({ ...run, damaged: books[i]!.damaged })),
        episodes: books.flatMap((book) => book.rows()),
      };
    },
    find: (key) => {
      const [, run, number] = /^(\d{1,6})-(\d{1,9})$/.exec(key) ?? [];
      return books[Number(run)]?.places.get(Number(number));
    },
  };
};

/** Rows of one run, and how far its files were read. */
const createBook = (run: PlacedRun) => {
  const rows: EpisodeRow[] = [];
  const places = new Map<number, EpisodePlace>();
  const damaged: string[] = [];
  const readTo = new Map<string, number>();
  let told: readonly EpisodeRow[] = [];
  let lines = 0;
  const readFile = async (file: string): Promise<void> => {
    const from = readTo.get(file) ?? 0;
    if ((await stat(file)).size <= from) return;
    for await (const { bytes, offset } of readLines(file, from)) {
      readTo.set(file, offset + bytes.length + 1);
      if (bytes.length === 0) continue;
      const number = ++lines;
      const row = rowOfLine(bytes, { key: `${run.index}-${number}`, run: run.index });
      if ("damage" in row) {
        damaged.push(`${file}, episode ${number}: ${row.damage}`);
        continue;
      }
      rows.push(row);
      places.set(number, { run, file, offset, bytes: bytes.length, number, row });
    }
  };
  return {
    damaged,
    places,
    /** Episodes of a report are those of its trajectories, where it has any. */
    rows: () => (rows.length > 0 ? rows : told),
    refresh: async (): Promise<void> => {
      for (const file of run.files) await readFile(file);
      if (rows.length === 0 && run.report !== undefined) told = reportRows(run.report, run.index);
    },
  };
};
