import { expect, test } from "vitest";
import { listProjectFiles, readProjectFile } from "./project-files.ts";

test("each word of the glossary is used in the code, in the plain form or joined to others", () => {
  const words = [...readProjectFile("docs/glossary.md").matchAll(/^\| ([a-z][a-z -]*?) +\|/gm)]
    .map(([, word]) => word as string)
    .filter((word) => word !== "word");
  const code = listProjectFiles(".ts")
    .filter((path) => !/^(?:tests|docs)\/|\.test\.ts$/.test(path))
    .map((path) => readProjectFile(path).toLowerCase());
  const isUsed = (word: string): boolean => {
    const pattern = new RegExp(word.split(/[ -]/).join("[ \\-_]?"));
    return code.some((text) => pattern.test(text));
  };
  expect(words.length).toBeGreaterThan(30);
  expect(words.filter((word) => !isUsed(word))).toEqual([]);
});
