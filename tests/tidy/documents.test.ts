import { posix } from "node:path";
import { expect, test } from "vitest";
import { listProjectFiles, readProjectFile } from "./project-files.ts";
import { findBareTodos, findMachinePaths, listTitles, missingHeadings } from "./text-rules.ts";

const everyFile = listProjectFiles(".ts", ".tsx", ".mjs", ".py", ".md", ".json", ".yaml", ".yml", ".proto", ".toml", ".grit");
const documents = listProjectFiles(".md");

test("each document has one title", () => {
  const wrong = documents.filter((path) => listTitles(readProjectFile(path)).length !== 1);
  expect(wrong).toEqual([]);
});

test("each fault's README has the fixed headings", () => {
  const folders = listProjectFiles("/injector.ts")
    .map(posix.dirname)
    .filter((folder) => /^injectors\/[^/]+$/.test(folder));
  const wrong = folders.flatMap((folder) => {
    const path = `${folder}/README.md`;
    const missing = documents.includes(path) ? missingHeadings(readProjectFile(path)) : ["README.md"];
    return missing.map((heading) => `${folder} lacks: ${heading}`);
  });
  expect(wrong).toEqual([]);
});

test("each TODO carries the address of its issue", () => {
  expect(everyFile.flatMap((path) => findBareTodos(readProjectFile(path)).map((line) => `${path}: ${line}`))).toEqual([]);
});

test("nothing speaks of one machine's folders", () => {
  // Folders in recorded scenarios are those of their containers.
  const own = everyFile.filter((path) => !path.startsWith("tests/parity/scenarios/"));
  expect(own.flatMap((path) => findMachinePaths(readProjectFile(path)).map((line) => `${path}: ${line}`))).toEqual([]);
});

test("the lock file names no download address", () => {
  expect(readProjectFile("package-lock.json")).not.toMatch(/"resolved":/);
});

test("links between documents lead somewhere", () => {
  const files = new Set(listProjectFiles());
  const isThere = (path: string): boolean => path === "." || files.has(path) || [...files].some((file) => file.startsWith(`${path}/`));
  const broken = documents.flatMap((path) =>
    [...readProjectFile(path).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target]) => target as string)
      .filter((target) => !/^[a-z]+:/.test(target) && !isThere(posix.join(posix.dirname(path), target).replace(/\/$/, "")))
      .map((target) => `${path} → ${target}`),
  );
  expect(broken).toEqual([]);
});
