import { open } from "node:fs/promises";

/** A whole line of a file, without its break. */
export interface PlacedLine {
  readonly bytes: Buffer;
  /** Place in the file, bytes. */
  readonly offset: number;
}

/** Reads the whole lines of a file from a place on, a block at a time; what follows the last line break is being written, and is left. */
export async function* readLines(path: string, from: number): AsyncGenerator<PlacedLine> {
  const file = await open(path);
  try {
    let rest: Buffer = Buffer.alloc(0);
    let offset = from;
    for (let at = from; ; ) {
      const block = Buffer.allocUnsafe(BLOCK_BYTES);
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      const bytes = Buffer.concat([rest, block.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = bytes.indexOf(LINE_BREAK); end >= 0; end = bytes.indexOf(LINE_BREAK, start)) {
        yield { bytes: bytes.subarray(start, end), offset: offset + start };
        start = end + 1;
      }
      rest = bytes.subarray(start);
      offset += start;
    }
  } finally {
    await file.close();
  }
}

const BLOCK_BYTES = 4 * 2 ** 20;

const LINE_BREAK = 0x0a;
