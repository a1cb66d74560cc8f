import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Machine } from "#kubectl/session/machine.ts";
import type { Command } from "./leg.ts";

/** Creates the machine of the in-process kubectl: the scenario's folder and variables, as for a real one. */
export const machineOfPlace = ({ place, env = {} }: Command): Machine => {
  const at = (path: string): string => resolve(place.folder, path);
  const options = { cwd: place.folder, env: { ...process.env, ...variables(place), ...env } };
  return {
    readFile: (path) => readIfThere(at(path))?.toString("utf8"),
    readBytes: (path) => readIfThere(at(path)),
    writeFile: (path, content) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), content);
    },
    listFolder: (path) => (statSync(at(path), { throwIfNoEntry: false })?.isDirectory() ? readdirSync(at(path)).sort() : undefined),
    absolutePath: at,
    temporaryFile: (beginning, end) => join(place.home, `${beginning}${randomInt(1e9)}${end}`),
    removeFile: (path) => rmSync(at(path), { recursive: true, force: true }),
    variable: (name) => options.env[name],
    runOnTerminal: (command) => {
      const { status, error } = spawnSync(command, { ...options, stdio: "ignore", shell: true });
      return error === undefined ? (status ?? 1) : undefined;
    },
  };
};

/** Environment variables of every leg. */
export const variables = ({ home, kubeconfig }: Command["place"]): Readonly<Record<string, string>> => ({
  TZ: "UTC",
  TERM: "dumb",
  KUBECONFIG: kubeconfig,
  HOME: home,
});

const readIfThere = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};
