// `npm run docs`: writes every generated document anew, by the tests that compare them.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

const testFiles = globSync("tests/**/*.test.ts", { cwd: ROOT }).filter((path) =>
  /from "[./\w-]*\/generated-document\.ts"/.test(readFileSync(join(ROOT, path), "utf8")),
);
const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...testFiles, "-t", "is up to date"], {
  cwd: ROOT,
  env: { ...process.env, UPDATE_DOCS: "1" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
