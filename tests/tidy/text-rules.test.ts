import { expect, test } from "vitest";
import { findBareTodos, findMachinePaths, listTitles, missingHeadings, PLUGIN_HEADINGS } from "./text-rules.ts";

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
