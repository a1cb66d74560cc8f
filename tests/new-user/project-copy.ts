import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { digestJson } from "#core/digest.ts";
import { listFilesUnder, ROOT } from "../tidy/project-files.ts";

/** A copy of the project in a temporary folder, in which somebody adds files. */
export interface ProjectCopy {
  /** Runs a program of `node_modules`, or a script of the project, with Node. Returns what failed, with its output; undefined: nothing. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string | undefined>;
  /** Checks types by a configuration of the project, layers and format of the files that were added and of what they import. Returns like `run`. */
  checkAdded(config: "tsconfig.json" | "tsconfig.pure.json"): Promise<string | undefined>;
  /** Paths that differ from the project's, or that the project lacks, sorted. */
  changed(): readonly string[];
  remove(): void;
}

/** Copies the project, shares its packages, and writes files into the copy. */
export const copyProject = (files: Readonly<Record<string, string>>): ProjectCopy => {
  const root = mkdtempSync(join(tmpdir(), "kubedrill-new-user-"));
  for (const name of readdirSync(ROOT).filter((entry) => !LEFT_OUT.has(entry)))
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return {
    run: (args, env) => runNode(root, args, env),
    checkAdded: (base) => checkFiles(root, { base, added: Object.keys(files).filter((path) => path.endsWith(".ts")) }),
    changed: () => listFilesUnder(root).filter((path) => digestOf(root, path) !== digestOf(ROOT, path)),
    remove: () => rmSync(root, { recursive: true }),
  };
};

const checkFiles = async (
  root: string,
  { base, added }: { readonly base: string; readonly added: readonly string[] },
): Promise<string | undefined> => {
  const config = join(root, "tsconfig.added.json");
  writeFileSync(config, JSON.stringify({ extends: `./${base}`, files: added, include: [] }));
  const checks = [
    ["node_modules/typescript/bin/tsc", "-p", config],
    ["tooling/cruise.ts", ...added],
    ["node_modules/@biomejs/biome/bin/biome", "ci", "--vcs-enabled=false", ...added],
  ];
  const complaints = await Promise.all(checks.map((args) => runNode(root, args)));
  rmSync(config);
  return complaints.find((complaint) => complaint !== undefined);
};

const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", ".venv", ".venv-adapters", "dist", ".kubedrill"]);

const digestOf = (root: string, path: string): string | undefined => {
  try {
    return digestJson(readFileSync(join(root, path), "utf8"));
  } catch {
    return undefined;
  }
};

const runNode = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(`${chunk}`));
    child.on("error", reject);
    child.on("close", (code) =>
      resolve(code === 0 ? undefined : `${args.join(" ")} ended with ${code}:\n${output.join("").slice(-16_000)}`),
    );
  });
