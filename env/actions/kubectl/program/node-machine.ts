import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Machine } from "./machine.ts";

/** The computer that this process runs on. */
export const createMachine = (): Machine => ({
  readFile: (path) => readIfThere(path)?.toString("utf8"),
  readBytes: readIfThere,
  writeFile: (path, content) => writeFileSync(path, content),
  listFolder: (path) => (isFolder(path) ? readdirSync(path).sort() : undefined),
  temporaryFile: (name) => join(mkdtempSync(join(tmpdir(), "kubectl-")), name),
  removeFile: (path) => rmSync(path, { recursive: true, force: true }),
  variable: (name) => process.env[name],
  run: (command, args) => {
    const { status, stdout, error } = spawnSync(command, [...args], { stdio: ["inherit", "pipe", "inherit"], encoding: "utf8" });
    return error === undefined ? { exitCode: status ?? 1, stdout } : undefined;
  },
  runOnTerminal: (command) => {
    const { status, error } = spawnSync(command, { stdio: "inherit", shell: true });
    return error === undefined ? (status ?? 1) : undefined;
  },
});

const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path === "/dev/stdin" ? 0 : path);
  } catch (error) {
    if (["ENOENT", "EISDIR", "ENOTDIR", "EAGAIN"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
