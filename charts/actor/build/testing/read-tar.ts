/** Reads the files of a tar archive by path; throws if the checksum of a header is wrong. */
export const readTar = (archive: Buffer): ReadonlyMap<string, Buffer> => {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = Buffer.from(archive.subarray(at, at + BLOCK));
    if (header.every((byte) => byte === 0)) break;
    const text = (from: number, length: number): string => header.toString("utf8", from, from + length).split("\0")[0] ?? "";
    const size = Number.parseInt(text(124, 12), 8);
    const checksum = Number.parseInt(text(148, 8), 8);
    const path = text(0, 100);
    header.fill(" ", 148, 156);
    if (header.reduce((sum, byte) => sum + byte, 0) !== checksum) throw new Error(`the header of ${path} is damaged`);
    if (text(156, 1) === "0") files.set(path, archive.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
};

const BLOCK = 512;
