import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Machine } from "#kubectl/session/machine.ts";
import { noAnswerText } from "./connection-text.ts";

/** Creates access to the machine that this process runs on. */
export const createMachine = (): Machine => ({
  readFile: (path) => readIfThere(path)?.toString("utf8"),
  readBytes: readIfThere,
  writeFile: (path, content) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  },
  listFolder: (path) => (isFolder(path) ? readdirSync(path).sort() : undefined),
  absolutePath: (path) => resolve(path),
  temporaryFile: (beginning, end) => join(tmpdir(), `${beginning}${randomInt(2 ** 32)}${end}`),
  removeFile: (path) => rmSync(path, { recursive: true, force: true }),
  download: async (address) => {
    try {
      return await fetchText(address);
    } catch (error) {
      return { problem: noAnswerText(address, (error as Error).cause as NodeJS.ErrnoException) };
    }
  },
  variable: (name) => process.env[name],
  runOnTerminal: (command) => {
    const { status, error } = spawnSync(command, { stdio: "inherit", shell: true });
    return error === undefined ? (status ?? 1) : undefined;
  },
});

const fetchText = async (address: string): Promise<{ readonly status: number; readonly statusText: string; readonly text: string }> => {
  const answer = await fetch(address);
  return { status: answer.status, statusText: answer.statusText, text: await answer.text() };
};

const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path === "/dev/stdin" ? 0 : path);
  } catch (error) {
    if (["ENOENT", "EISDIR", "ENOTDIR", "EAGAIN"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
