import { readTar as readMembers, TAR_END, type TarMember, tarHead, tarPadding, USTAR } from "#core/tar.ts";

/** One file of an archive. */
export type TarEntry = Pick<TarMember<Uint8Array>, "name" | "kind" | "content">;

/** Writes an archive of plain files, as tar reads it. */
export const writeTar = (entries: readonly Pick<TarEntry, "name" | "content">[]): Uint8Array =>
  Buffer.concat([...entries.flatMap(({ name, content }) => recordsOf(name, content)), Buffer.alloc(TAR_END)]);

const recordsOf = (name: string, content: Uint8Array): readonly Uint8Array[] => {
  const bytes = Buffer.from(name).toString("latin1");
  const head = tarHead({ name: bytes, kind: "file", mode: 0o644, modifiedMs: 0, size: content.length }, USTAR);
  return [Buffer.from(head, "latin1"), content, new Uint8Array(tarPadding(content.length))];
};

/** Reads the files of an archive; it ends at an empty block or where the bytes end. */
export const readTar = (archive: Uint8Array): readonly TarEntry[] => {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const { members } = readMembers(bytes, (part) => part.toString("latin1"));
  return members.map(({ name, kind, content }) => ({ name: Buffer.from(name, "latin1").toString("utf8"), kind, content }));
};
