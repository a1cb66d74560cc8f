import { expect, test } from "vitest";
import { listProjectFiles, readProjectFile } from "./project-files.ts";

const text = readProjectFile("llms.txt");
const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!);

test("llms.txt begins with the project's name and a summary, as its format asks", () => {
  expect(text).toMatch(/^# kubedrill\n\n> \S.*\n\n/);
});

test("each link of llms.txt leads to a file", () => {
  const files = new Set(listProjectFiles());
  expect(links.filter((path) => !files.has(path))).toEqual([]);
});

test("llms.txt names every page of the documents and every README of examples and clients", () => {
  const pages = listProjectFiles(".md").filter((path) =>
    /^docs\/(reference\/)?[\w-]+\.md$|^(examples|clients)\/[\w-]+\/README\.md$/.test(path),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((path) => !links.includes(path))).toEqual([]);
});
