import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBuildFacts } from "#env/catalogue/build-facts.ts";
import { buildPackage } from "../../tooling/build.ts";

const ROOT = join(import.meta.dirname, "../..");
const PINNED_NODE = dirname(process.execPath);

let folder: string;
let installed: string;

/** Runs a program under the pinned Node in a folder without the sources. */
const run = (command: string, args: readonly string[], cwd = folder): string => {
  const env = { ...process.env, PATH: `${PINNED_NODE}:${process.env.PATH}`, NODE_OPTIONS: "" };
  const child = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 26 });
  expect(child.status, `${command} ${args.join(" ")}\n${child.stdout}${child.stderr}`).toBe(0);
  return child.stdout;
};

/** Unpacks the archive as npm does, with the dependencies of the checkout, so that no network is needed. */
const install = (archive: string): void => {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  writeFileSync(join(folder, "package.json"), '{ "name": "somebody", "private": true, "type": "module" }');
  run("tar", ["-xzf", archive, "-C", folder]);
  cpSync(join(folder, "package"), installed, { recursive: true });
  const { dependencies, bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  mkdirSync(join(modules, ".bin"));
  symlinkSync(join("../kubedrill", bin.kubedrill), join(modules, ".bin/kubedrill"));
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kubedrill-package-"));
  installed = join(folder, "node_modules/kubedrill");
  const built = join(folder, "built");
  buildPackage(built);
  const packed = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], built)) as
    | readonly { readonly filename: string }[]
    | Record<string, { readonly filename: string }>;
  install(join(folder, (Object.values(packed)[0] as { readonly filename: string }).filename));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package holds JavaScript, declarations and data, and neither sources nor tests", () => {
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  expect(files.filter((path) => /(?<!\.d)\.ts$|\.test\.|^tests\/|^tooling\//.test(path))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining([
      "LICENSE",
      "README.md",
      "cli/main.js",
      "clients/typescript/index.d.ts",
      "charts/hotel-reservation/values.yaml",
    ]),
  );
});

test("publint finds nothing to complain about", () => {
  run(join(ROOT, "node_modules/.bin/publint"), ["--strict", installed]);
});

test("an installed package runs an episode", () => {
  const args = [
    "--no-install",
    "kubedrill",
    "rollout",
    "--policy",
    "expert",
    "--fault",
    "scale-to-zero",
    "--episodes",
    "1",
    "--seed",
    "7",
    "--json",
  ];
  const lines = run("npx", args)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find((line) => "return" in line)).toMatchObject({
    sample_valid: true,
    return: expect.toSatisfy((value: number) => value >= 0.9),
  });
}, 120_000);

test("a published build has the digest of its checkout", () => {
  const module = join(installed, "env/catalogue/build-facts.js");
  const script = `console.log((await import(${JSON.stringify(module)})).readBuildFacts().build_digest)`;
  expect(run(process.execPath, ["--input-type=module", "--eval", script]).trim()).toBe(readBuildFacts().build_digest);
});

test("the client is imported by its public name", () => {
  const script = 'const client = await import("kubedrill/client"); console.log(Object.keys(client).length > 0)';
  expect(run(process.execPath, ["--input-type=module", "--eval", script]).trim()).toBe("true");
});

test("a checkout answers to npx as an installed package does", () => {
  expect(existsSync(join(ROOT, "node_modules/.bin/node"))).toBe(true);
  expect(run("npx", ["--no-install", "kubedrill", "--version"], ROOT).trim()).toBe(
    JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version,
  );
}, 60_000);
