import { expect, test } from "vitest";
import { GNU, readTar, TAR_END, type TarMember, tarHead, tarPadding, USTAR } from "./tar.ts";

const member = (name: string, more: Partial<TarMember<string>> = {}): TarMember<string> => ({
  name,
  kind: "file",
  mode: 0o644,
  modifiedMs: 1_700_000_000_000,
  content: `about ${name}`,
  link: undefined,
  ...more,
});

const MEMBERS = [
  member("folder/", { kind: "folder", mode: 0o755, content: "" }),
  ...[99, 100, 101, 300].map((length) => member("n".repeat(length), { content: "x".repeat(length * 5) })),
  member("link", { kind: "link", content: "", link: "t".repeat(150) }),
  member("block", { content: "b".repeat(512) }),
];

const written = MEMBERS.map(
  (one) => `${tarHead({ ...one, size: one.content.length }, GNU)}${one.content}${"\0".repeat(tarPadding(one.content.length))}`,
).join("");

test("members are read as they were written, however long their names", () => {
  expect(readTar(`${written}${"\0".repeat(TAR_END)}`, (bytes) => bytes)).toEqual({ members: MEMBERS });
});

test("an array of bytes is read like a text", () => {
  const archive = Uint8Array.from(`${written}${"\0".repeat(TAR_END)}`, (character) => character.charCodeAt(0));
  const { members } = readTar(archive, (bytes) => String.fromCharCode(...bytes));
  expect(members.map(({ name }) => name)).toEqual(MEMBERS.map(({ name }) => name));
});

test("an archive that breaks off, and what is none, are told apart", () => {
  expect(readTar(written.slice(0, 1400), (bytes) => bytes)).toMatchObject({ problem: "short read" });
  expect(readTar("?".repeat(512), (bytes) => bytes)).toEqual({ members: [], problem: "invalid tar magic" });
});

test("the sum of a head is that of its bytes with blanks for the sum", () => {
  const head = tarHead({ ...member("file"), size: 10 }, USTAR);
  const blank = `${head.slice(0, 148)}        ${head.slice(156)}`;
  expect(Number.parseInt(head.slice(148, 154), 8)).toBe([...blank].reduce((sum, character) => sum + character.charCodeAt(0), 0));
});
