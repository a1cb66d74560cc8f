/** Entry of an archive at a path. Parent folders are created. */
export type TarEntry =
  | { readonly kind: "file"; readonly content: Buffer; readonly mode: number }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "folder"; readonly mode: number };

/** Writes a tar archive sorted by path, owned by root and without times, so that equal entries give equal bytes. */
export const writeTar = (entries: ReadonlyMap<string, TarEntry>): Buffer => {
  const all = new Map(entries);
  for (const path of entries.keys())
    for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1))
      if (!all.has(path.slice(0, at))) all.set(path.slice(0, at), { kind: "folder", mode: 0o755 });
  const parts = [...all.keys()].sort().flatMap((path) => writeEntry(path, all.get(path) as TarEntry));
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
};

const BLOCK = 512;

const writeEntry = (path: string, entry: TarEntry): readonly Buffer[] => {
  const content = entry.kind === "file" ? entry.content : Buffer.alloc(0);
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  return [header(path, entry, content.length), content, padding];
};

const TYPES = { file: "0", link: "2", folder: "5" } as const;

/** Renders a ustar header. */
const header = (path: string, entry: TarEntry, size: number): Buffer => {
  const block = Buffer.alloc(BLOCK);
  const name = entry.kind === "folder" ? `${path}/` : path;
  if (Buffer.byteLength(name) > NAME_MAX) throw new Error(`the path ${name} is longer than ${NAME_MAX} bytes`);
  block.write(name, 0);
  block.write(octal(entry.kind === "link" ? 0o777 : entry.mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write(" ".repeat(8), 148);
  block.write(TYPES[entry.kind], 156);
  if (entry.kind === "link") block.write(entry.target, 157);
  block.write("ustar\u000000", 257);
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  );
  return block;
};

const NAME_MAX = 100;

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");
