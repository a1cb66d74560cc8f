import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { type JournalRecord, parseJournalLine } from "./journal-line.ts";
import { listSegments, segmentPath, syncFolder } from "./segments.ts";

/**
 * Rewrites the closed journal files up to `last` as one that holds only the records worth keeping.
 *
 * Safe against a crash at any point: the new file replaces `last` by one rename, and records that are still in an older
 * file as well are read twice, which readers must tolerate.
 */
export const compactSegments = async (directory: string, last: number, keep: (record: JournalRecord) => boolean): Promise<void> => {
  const closed = listSegments(directory).filter((segment) => segment <= last);
  const scratch = `${segmentPath(directory, last)}.compact`;
  const output = await open(scratch, "w", 0o600);
  try {
    for (const segment of closed) {
      for await (const batch of keptLines(segmentPath(directory, segment), keep)) if (batch !== "") await output.write(batch);
    }
    await output.sync();
  } finally {
    await output.close();
  }
  await rename(scratch, segmentPath(directory, last));
  syncFolder(directory);
  for (const segment of closed) if (segment !== last) await rm(segmentPath(directory, segment), { force: true });
};

/** Yields the kept lines of a file, a batch per chunk read. Does not use node:readline, which also ends lines at U+2028. */
async function* keptLines(path: string, keep: (record: JournalRecord) => boolean): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: CHUNK_BYTES })) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield renderKept(lines, keep);
  }
  yield renderKept([rest], keep);
}

const CHUNK_BYTES = 256 * 1024;

const renderKept = (lines: readonly string[], keep: (record: JournalRecord) => boolean): string => {
  let text = "";
  for (const line of lines) {
    const record = line === "" ? undefined : parseJournalLine(line);
    if (record !== undefined && keep(record)) text += `${line}\n`;
  }
  return text;
};
