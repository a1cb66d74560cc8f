#!/usr/bin/env node
// `kubedrill` in a checkout: runs the command line under the pinned Node, whatever Node started this.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE = join(ROOT, "node_modules/.bin/node");

if (existsSync(NODE)) {
  const child = spawn(NODE, [join(ROOT, "cli/main.ts"), ...process.argv.slice(2)], { stdio: "inherit" });
  // The child decides how to end and this one waits for it. A terminal's Ctrl-C reaches both, so that it is not passed on.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
} else {
  console.error("kubedrill: the packages are not installed yet; run `npm start` or `npm test` once.");
  process.exitCode = 1;
}
