import { TAR_END, tarHead, tarPadding, USTAR } from "#core/tar.ts";

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
  return Buffer.concat([...parts, Buffer.alloc(TAR_END)]);
};

const writeEntry = (path: string, entry: TarEntry): readonly Buffer[] => {
  const { kind } = entry;
  const content = kind === "file" ? entry.content : Buffer.alloc(0);
  const name = bytesOf(kind === "folder" ? `${path}/` : path);
  const about = kind === "link" ? { mode: 0o777, link: bytesOf(entry.target) } : { mode: entry.mode };
  const head = tarHead({ name, kind, modifiedMs: 0, size: content.length, ...about }, USTAR);
  return [Buffer.from(head, "latin1"), content, Buffer.alloc(tarPadding(content.length))];
};

/** A text as its bytes, a character each. */
const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");
