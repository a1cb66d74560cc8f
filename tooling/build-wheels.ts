// `npm run build:wheels`: writes the Python packages to dist-wheels/: the client, and the server with all that it needs but Node.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { buildPackage } from "./build.ts";

const ROOT = join(import.meta.dirname, "..");

/** Writes both wheels to a folder. @param python interpreter that has pip */
export const buildWheels = async (target: string, python: string): Promise<void> => {
  // In copies, since pip leaves files beside what it builds.
  const [client, work] = [copyProject("clients/python", target), copyProject("packaging/python-server", target)];
  const node = join(work, "src/kubedrill_server/node");
  await buildPackage(node);
  for (const path of productionModules()) {
    const at = relative(ROOT, path);
    // What is nested in a package is copied with it.
    if (at.lastIndexOf("node_modules") === 0 && !isLeftOut(at)) cpSync(path, join(node, at), { recursive: true, filter: isNeeded });
  }
  run(python, ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", target, client, work]);
  for (const folder of [client, work]) rmSync(folder, { recursive: true, force: true });
};

const copyProject = (path: string, target: string): string => {
  const copy = join(target, basename(path));
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(ROOT, path), copy, { recursive: true });
  return copy;
};

/** Folders of the packages that the server needs, as installed from the lock file. */
const productionModules = (): readonly string[] =>
  run("npm", ["ls", "--omit=dev", "--all", "--parseable"])
    .split("\n")
    .filter((path) => path.includes("node_modules"));

/** Node comes from a wheel of its own. */
const isLeftOut = (path: string): boolean => /^node_modules\/node(-bin-setup|-linux.*|-darwin.*|-win.*)?$/.test(path);

/** Types and source maps help nobody at run time. */
const isNeeded = (path: string): boolean => !/\.(d\.[cm]?ts|map)$/.test(path);

const run = (command: string, args: readonly string[]): string => {
  const child = spawnSync(command, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 });
  if (child.status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${child.stdout}${child.stderr}`);
  return child.stdout;
};

/** Interpreter of the tests where there is one, else the machine's. */
const findPython = (): string => {
  const own = join(ROOT, ".venv/bin/python");
  return process.env["PYTHON"] ?? (existsSync(own) ? own : "python3");
};

if (import.meta.main) {
  const target = process.argv[2] ?? join(ROOT, "dist-wheels");
  await buildWheels(target, findPython());
  console.log(`The wheels are in ${target}: pip install --find-links ${target} "kubedrill[gym,server]"`);
}
