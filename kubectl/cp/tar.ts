const BLOCK = 512;

/** One file of an archive. */
export interface TarEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link";
  readonly content: Uint8Array;
}

/** Writes an archive of plain files, as tar reads it. */
export const writeTar = (entries: readonly Pick<TarEntry, "name" | "content">[]): Uint8Array =>
  Buffer.concat([...entries.flatMap(({ name, content }) => recordsOf(name, content)), Buffer.alloc(2 * BLOCK)]);

/** Records of a file; a name too long for the header precedes it in a record of its own. */
const recordsOf = (name: string, content: Uint8Array): readonly Uint8Array[] => {
  const longName = Buffer.from(`${name}\0`);
  return [...(longName.length > NAME_BYTES ? recordOf("././@LongLink", "L", longName) : []), ...recordOf(name, "0", content)];
};

const NAME_BYTES = 100;

const recordOf = (name: string, type: "0" | "L", content: Uint8Array): readonly Uint8Array[] => [
  headerOf(name, type, content.length),
  content,
  new Uint8Array(-content.length & (BLOCK - 1)),
];

const headerOf = (name: string, type: string, size: number): Uint8Array => {
  const header = Buffer.alloc(BLOCK);
  const put = (text: string, at: number, bytes = BLOCK): number => header.write(text, at, bytes, "utf8");
  const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, "0")}\0`;
  put(name, 0, NAME_BYTES);
  put(octal(0o644, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(0, 12), 136);
  put(" ".repeat(8), 148);
  put(type, 156);
  put("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
};

/** Reads the files of an archive; it ends at an empty block or where the bytes end. */
export const readTar = (archive: Uint8Array): readonly TarEntry[] => {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries: TarEntry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const text = (start: number, length: number): string =>
      bytes.toString("utf8", at + start, at + start + length).replace(/\0[\s\S]*$/, "");
    const size = Number.parseInt(text(124, 12).trim() || "0", 8);
    const type = text(156, 1);
    const prefix = text(257, 5) === "ustar" ? text(345, 155) : "";
    const name = longName ?? (prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    longName = type === "L" ? content.toString("utf8").replace(/\0[\s\S]*$/, "") : undefined;
    if (type !== "L") entries.push({ name, kind: type === "5" ? "folder" : type === "2" ? "link" : "file", content });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
};
