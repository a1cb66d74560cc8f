import type { FileFacts } from "../dataset-files.ts";

/** A file to which rows are written one after the other. */
export interface RowFile {
  write(row: Row): void;
  /** Closes the file. @returns its facts, with the digest of its bytes */
  close(): FileFacts;
}

/** A row by its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Kinds of files that rows are written to. */
export const FILE_TYPES = ["jsonl", "parquet"] as const;

export type FileType = (typeof FILE_TYPES)[number];
