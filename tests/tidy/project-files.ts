import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Root folder of the project. */
export const ROOT = join(import.meta.dirname, "../..");

const LEFT_OUT = new Set([
  "node_modules",
  ".git",
  ".venv",
  ".venv-adapters",
  ".venv-nemo-gym",
  "dist",
  "__pycache__",
  ".pytest_cache",
  ".ruff_cache",
  ".kubedrill",
]);

/** Lists the files of a project in another folder, sorted, relative to it. */
export const listFilesUnder = (root: string): readonly string[] => [...walk("", root)].sort();

/** Lists the project's own files with one of the endings, sorted, relative to its root. */
export const listProjectFiles = (...endings: readonly string[]): readonly string[] =>
  walk("")
    .filter((path) => endings.length === 0 || endings.some((ending) => path.endsWith(ending)))
    .sort();

/** Reads one of the project's files. */
export const readProjectFile = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const walk = (folder: string, root = ROOT): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((item) => {
    const path = folder === "" ? item.name : `${folder}/${item.name}`;
    if (LEFT_OUT.has(item.name) || item.name.endsWith(".egg-info")) return [];
    if (item.isDirectory()) return walk(path, root);
    return item.isFile() ? [path] : [];
  });
