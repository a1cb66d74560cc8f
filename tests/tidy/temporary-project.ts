import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { ROOT } from "./project-files.ts";

/** Creates a project of a few files in a temporary folder, with this project's configuration; removed when the test ends. */
export const createTemporaryProject = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), "kubedrill-tidy-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  for (const path of ["package.json", "biome.json", "tooling", ".gitignore"])
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};
