import { expect, test } from "vitest";
import { listProjectFiles, readProjectFile } from "./project-files.ts";
import { countRawMemos, RAW_MEMOS } from "./raw-memos.ts";

test("a WeakMap is found with and without types, and its type alone is none", () => {
  const made = `new Weak${"Map"}`;
  expect(countRawMemos(`const a = ${made}();\nconst b = ${made}<object, string>();`)).toBe(2);
  expect(countRawMemos("readonly kept: WeakMap<object, string>;")).toBe(0);
});

test("what is derived is kept by keepFor, keepWhile or world.memo; who makes a WeakMap has a reason", () => {
  const raw = listProjectFiles(".ts").filter((path) => countRawMemos(readProjectFile(path)) > 0);
  expect(raw.sort()).toEqual(Object.keys(RAW_MEMOS).sort());
});
