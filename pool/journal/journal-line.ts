import { crc32 } from "node:zlib";

/** A journaled fact: its kind, its episode, and plain JSON. */
export interface JournalRecord {
  readonly t: string;
  readonly id: string;
  readonly [key: string]: unknown;
}

/** Renders a record as one line: 8 hex digits of CRC-32, a space, JSON. */
export const renderJournalLine = (record: JournalRecord): string => {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${json}\n`;
};

/** Parses a line without its newline; undefined if it is torn or corrupt. */
export const parseJournalLine = (line: string): JournalRecord | undefined => {
  const json = line.slice(CHECKSUM_LENGTH + 1);
  if (line[CHECKSUM_LENGTH] !== " " || line.slice(0, CHECKSUM_LENGTH) !== checksum(json)) return undefined;
  try {
    const record: unknown = JSON.parse(json);
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
};

const CHECKSUM_LENGTH = 8;

const checksum = (json: string): string => crc32(json).toString(16).padStart(CHECKSUM_LENGTH, "0");

const isRecord = (value: unknown): value is JournalRecord =>
  typeof value === "object" &&
  value !== null &&
  "t" in value &&
  typeof value.t === "string" &&
  "id" in value &&
  typeof value.id === "string";
