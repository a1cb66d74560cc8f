import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeCached } from "./write-cached.ts";

test("a file is written as a whole, and one that cannot be leaves nothing behind", () => {
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-cached-"));
  writeCached(join(folder, "a"), "one");
  writeCached(join(folder, "a"), "two");
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("two");
  mkdirSync(join(folder, "taken"));
  expect(() => writeCached(join(folder, "taken"), "three")).toThrow();
  expect(readdirSync(folder)).toEqual(["a", "taken"]);
});
