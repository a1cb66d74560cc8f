import { expect, test } from "vitest";
import { listProjectFiles, readProjectFile } from "./project-files.ts";
import { CLEAN_FOLDERS, findBareTodos, findMachinePaths, findRiddles, listTitles, missingHeadings, PLUGIN_HEADINGS } from "./text-rules.ts";

test("a hash inside a code block is no title", () => {
  expect(listTitles("# One\n\n```sh\n# comment\n```\n")).toEqual(["# One"]);
  expect(listTitles("# One\n# Two\n")).toHaveLength(2);
});

test("a heading that is missing or misplaced is named", () => {
  const headings = PLUGIN_HEADINGS.map((heading) => `## ${heading}`);
  expect(missingHeadings(headings.join("\n"))).toEqual([]);
  expect(missingHeadings(headings.slice(1).join("\n"))).toEqual(["What breaks"]);
  expect(missingHeadings([...headings.slice(1), headings[0]].join("\n"))).not.toEqual([]);
});

test("a TODO needs an address", () => {
  const todo = "TO" + "DO";
  expect(findBareTodos(`// ${todo}: later`)).toHaveLength(1);
  expect(findBareTodos(`// ${todo}: later, https://example.org/issues/1`)).toEqual([]);
});

test("a path of one machine is found, a path in a container is not", () => {
  const folder = "/" + "root/";
  expect(findMachinePaths(`open("${folder}x")`)).toHaveLength(1);
  expect(findMachinePaths(`run ../${"shared"}/tool`)).toHaveLength(1);
  expect(findMachinePaths("mountPath: /data/db")).toEqual([]);
});

test("a doc comment that begins with a question word is found, one with a noun or a verb is not", () => {
  const begin = "/*" + "*";
  expect(findRiddles(`${begin} When the last of them will be gone. */`)).toHaveLength(1);
  expect(findRiddles(`${begin}\n   * Whether it holds.\n   */`)).toHaveLength(1);
  expect(findRiddles(`${begin} How far it has come. */\n${begin} Who may read it. */`)).toHaveLength(2);
  expect(findRiddles(`${begin} Virtual time at which the last container exits, ms. */`)).toEqual([]);
  expect(findRiddles(`${begin} Returns what is left. */\n// What is left: nothing.`)).toEqual([]);
});

test("doc comments of clean folders begin with a noun or a verb, and say what is returned and in which unit", () => {
  const isClean = (path: string): boolean => CLEAN_FOLDERS.some((folder) => path.startsWith(`${folder}/`));
  const found = listProjectFiles(".ts", ".tsx", ".mjs").flatMap((path) =>
    isClean(path) ? findRiddles(readProjectFile(path)).map((comment) => `${path}: ${comment}`) : [],
  );
  expect(found).toEqual([]);
});
