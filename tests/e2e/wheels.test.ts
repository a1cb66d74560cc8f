import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildWheels } from "../../tooling/build-wheels.ts";
import { rounds } from "../sample.ts";

const PYTHON = join(import.meta.dirname, "../../.venv/bin/python");

const folder = mkdtempSync(join(tmpdir(), "kubedrill-wheels-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program where no Node and no checkout is in reach. */
const run = (command: string, args: readonly string[]): string => {
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: folder,
    PIP_CONFIG_FILE: process.env["PIP_CONFIG_FILE"],
    PIP_INDEX_URL: process.env["PIP_INDEX_URL"],
  };
  const child = spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });
  expect(child.status, `${command} ${args.join(" ")}\n${child.stdout}${child.stderr}`).toBe(0);
  return child.stdout;
};

const PLAY = `
import kubedrill
env = kubedrill.make("kubedrill://hotel-reservation/scale-to-zero?target=deployment/geo&variant=standard")
env.reset(seed=7)
print(env.step("kubectl get deployment geo -o jsonpath={.spec.replicas}")[0]["text"])
`;

/** It waits for a minute for packages of others. */
const isTaken = rounds(1, { what: "wheels installed with what they need", most: 0 }) > 0;

test.skipIf(!existsSync(PYTHON) || !isTaken)(
  "wheels in an empty environment without Node bring the command line and a server",
  async () => {
    await buildWheels(folder, PYTHON);
    expect(readdirSync(folder).filter((name) => name.endsWith(".whl"))).toHaveLength(2);
    run(PYTHON, ["-m", "venv", join(folder, "venv")]);
    const bin = (name: string) => join(folder, "venv/bin", name);
    run(bin("pip"), ["install", "--quiet", "--find-links", folder, "kubedrill[server,gym]"]);
    expect(run(bin("kubedrill"), ["--version"])).toMatch(/\d+\.\d+\.\d+/);
    expect(run(bin("python"), ["-c", PLAY])).toContain("0");
  },
);
