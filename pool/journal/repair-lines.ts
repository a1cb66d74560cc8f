import { crc32 } from "node:zlib";
import { type JournalRecord, parseJournalLine } from "./journal-line.ts";

/** Records that were read from lines of which a bit is wrong. */
export interface RepairedLines {
  readonly records: readonly JournalRecord[];
  /** Number of lines that they took. */
  readonly lines: 1 | 2;
}

/**
 * Finds the one bit that is wrong in a line, or what has become of the newline at its end, by the checksum. A chance fit is as good as
 * impossible: there are some thousand candidates, and 2³² checksums.
 * @returns undefined if no one bit explains it, or the line is too long to try
 */
export const repairLines = (line: Buffer, next: Buffer | undefined): RepairedLines | undefined => {
  if (line.length > LINE_MAX) return undefined;
  const single = repairBit(line);
  if (single !== undefined) return { records: [single], lines: 1 };
  const halves = splitAgain(line);
  if (halves !== undefined) return { records: halves, lines: 1 };
  const joined = next === undefined ? undefined : joinAgain(line, next);
  return joined === undefined ? undefined : { records: [joined], lines: 2 };
};

/** Length beyond which no repair is tried, bytes: it takes the square of the length. */
const LINE_MAX = 8_192;
const CHECKSUM_LENGTH = 8;
const NEWLINE = 10;
/** Bytes that a newline becomes, or that become one, by one bit. */
const NEAR_NEWLINE = Array.from({ length: 8 }, (_, bit) => NEWLINE ^ (1 << bit));

const parse = (line: Buffer): JournalRecord | undefined => parseJournalLine(line.toString("utf8"));

const repairBit = (line: Buffer): JournalRecord | undefined => {
  const json = line.subarray(CHECKSUM_LENGTH + 1);
  const stored = line.toString("latin1", 0, CHECKSUM_LENGTH);
  for (let at = 0; at < line.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      line[at] = (line[at] as number) ^ (1 << bit);
      const fits = at <= CHECKSUM_LENGTH || crc32(json).toString(16).padStart(CHECKSUM_LENGTH, "0") === stored;
      const record = fits ? parse(line) : undefined;
      line[at] = (line[at] as number) ^ (1 << bit);
      if (record !== undefined) return record;
    }
  }
  return undefined;
};

/** Splits a line where the newline between two records was, or after a record whose newline at the end of the file is damaged. */
const splitAgain = (line: Buffer): readonly JournalRecord[] | undefined => {
  for (let end = line.indexOf(CLOSING); end >= 0; end = line.indexOf(CLOSING, end + 1)) {
    const first = parse(line.subarray(0, end + 1));
    if (first === undefined) continue;
    if (NEAR_NEWLINE.includes(line[end + 1] ?? -1) && end + 2 === line.length) return [first];
    for (let from = end + 1; from <= end + 1 + BETWEEN_MAX; from++) {
      const second = parse(line.subarray(from));
      if (second !== undefined) return [first, second];
    }
  }
  return undefined;
};

/** The byte that ends each record. */
const CLOSING = "}".charCodeAt(0);
/** Length of what may stand where the newline was, bytes. */
const BETWEEN_MAX = 4;

/** Joins two lines by a byte that became a newline. */
const joinAgain = (line: Buffer, next: Buffer): JournalRecord | undefined =>
  NEAR_NEWLINE.map((byte) => parse(Buffer.concat([line, Buffer.of(byte), next]))).find((record) => record !== undefined);
