import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const MAIN = join(import.meta.dirname, "../../cli/main.ts");

const versionWithCache = (folder: string): string =>
  execFileSync(process.execPath, [MAIN, "--version"], { encoding: "utf8", env: { ...process.env, XDG_CACHE_HOME: folder } });

test("what a start compiles is kept for the next one", () => {
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-cache-"));
  const version = versionWithCache(folder);
  expect(readdirSync(join(folder, "kubedrill/code"), { recursive: true }).length).toBeGreaterThan(10);
  expect(versionWithCache(folder)).toBe(version);
});

test("a cache folder that cannot be made is done without", () => {
  const file = join(mkdtempSync(join(tmpdir(), "kubedrill-cache-")), "file");
  writeFileSync(file, "");
  expect(versionWithCache(file)).toMatch(/^\d+\.\d+/);
});
