import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { readTar, writeTar } from "./tar.ts";

const folder = "folder-with-a-name-of-some-length";
const FILES = [1, 98, 99, 100, 101, 155, 156, 300].map((length) => ({
  name: `${`${folder}/`.repeat(9).slice(0, length - 1)}${length > 150 ? "é" : "f"}`,
  content: new TextEncoder().encode(`${length} bytes`.repeat(length)),
}));

test("what is written is read again, however long the names", () => {
  expect(readTar(writeTar(FILES))).toEqual(FILES.map((file) => ({ ...file, kind: "file" })));
});

const { stdout } = spawnSync("tar", ["--version"], { encoding: "utf8" });

test.skipIf(!stdout?.startsWith("tar"))("the tar of a machine finds every name and every byte", () => {
  const input = writeTar(FILES);
  const { stdout: names } = spawnSync("tar", ["tf", "-", "--quoting-style=literal"], { input, encoding: "utf8" });
  expect(names.trimEnd().split("\n")).toEqual(FILES.map(({ name }) => name));
  for (const { name, content } of FILES) expect(spawnSync("tar", ["xOf", "-", name], { input }).stdout.equals(content)).toBe(true);
});
