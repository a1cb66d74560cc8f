import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { commandNames } from "../../cli/load-commands.ts";
import type { RunningServer } from "../bench/start-server.ts";
import { sharedServer } from "./shared-server.ts";

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = join(ROOT, ".venv/bin/python");
const run = promisify(execFile);
/** Command by which the Python client starts a server of its own. */
const KUBEDRILL_COMMAND = `'${process.execPath}' '${join(ROOT, "cli/main.ts")}'`;

/** Code blocks of a document by language, with the address of the test's server in them. */
const blocksOf = (path: string, language: string, address: string): readonly string[] =>
  [...readFileSync(join(ROOT, path), "utf8").matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code]) =>
    (code as string).replaceAll("localhost:50051", address),
  );

let server: RunningServer;
beforeAll(async () => {
  server = await sharedServer();
});

test.skipIf(!existsSync(PYTHON)).each(["README.md", "clients/python/README.md"])("the Python of %s runs (needs .venv)", async (path) => {
  // Those that need a trainer's packages are run by the tests of the adapters.
  const blocks = blocksOf(path, "python", server.address).filter((code) => !code.startsWith("# pip install"));
  expect(blocks.length).toBeGreaterThan(0);
  for (const code of blocks) {
    const { stdout, stderr } = await run(PYTHON, ["-c", code], { cwd: tmpdir(), env: { ...process.env, KUBEDRILL_COMMAND } });
    expect(stdout).not.toBe("");
    const starts = code.includes("kubedrill.make(") ? 1 : 0;
    expect(stderr.match(/^kubedrill: starting a server/gm)?.length ?? 0).toBe(starts);
  }
});

test.skipIf(!existsSync(PYTHON))(
  "the first Python of README.md repairs an incident, names its cause once, and is rewarded (needs .venv)",
  async () => {
    const [code] = blocksOf("README.md", "python", server.address);
    expect(code!.match(/submit_diagnosis/g)).toHaveLength(1);
    const { stdout } = await run(PYTHON, ["-c", code!], { cwd: tmpdir(), env: { ...process.env, KUBEDRILL_COMMAND } });
    const [, total] = /^AGENT_SUBMITTED ([\d.]+) \{/m.exec(stdout) ?? [];
    expect(Number(total)).toBeGreaterThan(0.9);
  },
);

test("the TypeScript of README.md runs", async () => {
  const [code] = blocksOf("README.md", "ts", server.address);
  const folder = mkdtempSync(join(ROOT, "node_modules/.readme-"));
  try {
    const client = JSON.stringify(new URL("../../clients/typescript/index.ts", import.meta.url).href);
    writeFileSync(join(folder, "example.mjs"), code!.replace('"kubedrill-client"', client));
    const { stdout } = await run(process.execPath, [join(folder, "example.mjs")]);
    expect(stdout).toMatch(/^OK /m);
    expect(stdout).toMatch(/AGENT_STOPPED/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every command that README.md and the documents name is there with its switches", async () => {
  const lines = ["README.md", "docs/adding-a-fault.md"].flatMap((path) =>
    blocksOf(path, "sh", server.address).flatMap((block) =>
      [...block.matchAll(/^npx kubedrill ([^#\n]+)/gm)].map(([, words]) => words!.trim()),
    ),
  );
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    const [name = "", ...words] = line.split(/\s+/);
    expect(commandNames()).toContain(name);
    const { stdout } = await run(process.execPath, [join(ROOT, "cli/main.ts"), name, "--help"]);
    for (const flag of words.filter((word) => word.startsWith("--"))) expect(stdout).toContain(flag);
  }
});
