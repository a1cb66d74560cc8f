import { bytesOfText, textOfBytes } from "#core/latin1.ts";
import { readTar as readMembers, TAR_END, type TarMember, tarHead, tarPadding, USTAR } from "#core/tar.ts";
import { decodeUtf8, encodeUtf8 } from "#core/utf8.ts";

/** One file of an archive. */
export type TarEntry = Pick<TarMember<Uint8Array>, "name" | "kind" | "content">;

/** Writes an archive of plain files, as tar reads it. */
export const writeTar = (entries: readonly Pick<TarEntry, "name" | "content">[]): Uint8Array =>
  concat([...entries.flatMap(({ name, content }) => recordsOf(name, content)), new Uint8Array(TAR_END)]);

const concat = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const recordsOf = (name: string, content: Uint8Array): readonly Uint8Array[] => {
  const bytes = textOfBytes(encodeUtf8(name));
  const head = tarHead({ name: bytes, kind: "file", mode: 0o644, modifiedMs: 0, size: content.length }, USTAR);
  return [bytesOfText(head), content, new Uint8Array(tarPadding(content.length))];
};

/** Reads the files of an archive; it ends at an empty block or where the bytes end. */
export const readTar = (archive: Uint8Array): readonly TarEntry[] => {
  const { members } = readMembers(archive, textOfBytes);
  return members.map(({ name, kind, content }) => ({ name: decodeUtf8(bytesOfText(name)), kind, content }));
};
