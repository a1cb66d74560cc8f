import { execFile, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBuildFacts } from "#env/catalogue/build-facts.ts";
import { SILENT_LOG } from "#env/observability/server-log.ts";
import { readConfig } from "#env/open/config.ts";
import { type RunningServer, startServer } from "#env/server/serve.ts";
import { createMemoryHost, createTestCatalogue, TEST_FACTS } from "#env/server/testing/memory-host.ts";
import { buildPackage, packPackage } from "../../tooling/build.ts";
import { buildClientPackage } from "../../tooling/build-client.ts";

const ROOT = join(import.meta.dirname, "../..");
const PINNED_NODE = dirname(process.execPath);
/** Node as somebody's machine has it, older than the pinned one; missing: there is none on this one. */
const OLDER_NODE = (process.env["PATH"] ?? "")
  .split(":")
  .map((directory) => join(directory, "node"))
  .find((path) => !path.includes("node_modules") && existsSync(path) && versionOf(path) >= 20 && versionOf(path) < 24);

function versionOf(node: string): number {
  return Number(/^v(\d+)/.exec(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout)?.[1]);
}

let folder: string;
let installed: string;
let archive: string;
let client: string;
let clientArchive: string;

/** Runs a program under the pinned Node in a folder without the sources. */
const run = (command: string, args: readonly string[], cwd = folder): string => {
  const env = { ...process.env, PATH: `${PINNED_NODE}:${process.env.PATH}`, NODE_OPTIONS: "" };
  const child = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 26 });
  expect(child.status, `${command} ${args.join(" ")}\n${child.stdout}${child.stderr}`).toBe(0);
  return child.stdout;
};

/** Unpacks the archive as npm does, with the dependencies of the checkout, so that no network is needed. */
const install = (): void => {
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

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kubedrill-package-"));
  installed = join(folder, "node_modules/kubedrill");
  const built = join(folder, "built");
  await buildPackage(built);
  archive = packPackage(built, join(folder, "archives"));
  install();
  client = join(folder, "client");
  buildClientPackage(built, client);
  clientArchive = packPackage(client, join(folder, "archives"));
});
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
      "viewer/assets/app.js",
    ]),
  );
});

test("an installed package has the pages as a browser takes them, and bundles nothing", () => {
  const module = join(installed, "env/server/pages/load-assets.js");
  const script = `console.log([...(await (await import(${JSON.stringify(module)})).loadAssets()).keys()].sort().join())`;
  expect(run(process.execPath, ["--input-type=module", "--eval", script]).trim()).toBe("app.css,app.js,icon.svg,index.html");
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
});

test("a published build has the digest of its checkout", () => {
  const module = join(installed, "env/catalogue/build-facts.js");
  const script = `console.log((await import(${JSON.stringify(module)})).readBuildFacts().build_digest)`;
  expect(run(process.execPath, ["--input-type=module", "--eval", script]).trim()).toBe(readBuildFacts().build_digest);
});

/** Makes an empty folder in which an archive and copies of the packages that its client needs are all that there is. */
const emptyFolder = (name: string, tarball: string): string => {
  const empty = join(folder, `empty-${name}`);
  if (existsSync(empty)) return empty;
  const unpacked = join(empty, "node_modules", name);
  mkdirSync(unpacked, { recursive: true });
  run("tar", ["-xzf", tarball, "--strip-components", "1", "-C", unpacked]);
  const wanted = ["@grpc/grpc-js", "@grpc/proto-loader"];
  for (const needed of wanted) {
    const source = join(ROOT, "node_modules", needed);
    cpSync(source, join(empty, "node_modules", needed), { recursive: true });
    const { dependencies = {} } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    wanted.push(...Object.keys(dependencies).filter((other) => !wanted.includes(other)));
  }
  return empty;
};

/** Server of a small world. */
const startSmallServer = async (): Promise<RunningServer> => {
  const host = createMemoryHost();
  const parts = {
    host,
    catalogue: createTestCatalogue(),
    facts: TEST_FACTS,
    threads: 1,
    onLost: () => undefined,
    close: async () => undefined,
  };
  const config = readConfig({ port: 0, scopes: ["train", "eval"], tokenFile: "", stateDirectory: "" });
  return await startServer(config, { parts, log: SILENT_LOG });
};

/** The TypeScript of a document. */
const exampleOf = (path: string): string => /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(ROOT, path), "utf8"))?.[1] ?? "";

/** Runs an example in an empty folder, against a server of a small world. */
const runExample = async (node: string, code: string, empty: string): Promise<readonly string[]> => {
  const server = await startSmallServer();
  try {
    writeFileSync(join(empty, "example.mjs"), code.replace("localhost:50051", server.address));
    const { stdout } = await promisify(execFile)(node, ["example.mjs"], { cwd: empty, env: {} });
    return stdout.trim().split("\n");
  } finally {
    await server.close(0);
  }
};

const PLAYED = ["OK 0.125", "OK 0.125", expect.stringMatching(/ AGENT_STOPPED$/)];
const NODES = [process.execPath, ...(OLDER_NODE === undefined ? [] : [OLDER_NODE])];

test.each(["README.md", "clients/typescript/README.md"])(
  "the TypeScript of %s runs with the client alone, on each Node that is there",
  async (path) => {
    const empty = emptyFolder("kubedrill-client", clientArchive);
    for (const node of NODES) expect(await runExample(node, exampleOf(path), empty)).toEqual(PLAYED);
  },
);

test("so it does with the whole package, by both names of its client", async () => {
  const same = 'console.log((await import("kubedrill")) === (await import("kubedrill/client")));';
  const code = `${exampleOf("README.md").replace('"kubedrill-client"', '"kubedrill/client"')}${same}`;
  for (const node of NODES) expect(await runExample(node, code, emptyFolder("kubedrill", archive))).toEqual([...PLAYED, "true"]);
});

test("the client alone is small, needs gRPC and nothing else, and is as publint wants it", () => {
  const { name, dependencies, engines, bin } = JSON.parse(readFileSync(join(client, "package.json"), "utf8"));
  expect([name, Object.keys(dependencies), engines, bin]).toEqual([
    "kubedrill-client",
    ["@grpc/grpc-js", "@grpc/proto-loader"],
    { node: ">=20" },
    undefined,
  ]);
  expect(statSync(clientArchive).size).toBeLessThan(200_000);
  const files = readdirSync(client, { recursive: true, encoding: "utf8" });
  expect(files.filter((path) => !/^(clients|proto)(\/|$)|^(LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(path))).toEqual([]);
  expect(files.filter((path) => /(?<!\.d)\.ts$|\.test\./.test(path))).toEqual([]);
  run(join(ROOT, "node_modules/.bin/publint"), ["--strict", client]);
});

test.each([
  ["kubedrill", ["kubedrill", "kubedrill/client"]],
  ["kubedrill-client", ["kubedrill-client"]],
])("the types of %s are found under each name of its client", (name, specifiers) => {
  const empty = emptyFolder(name, name === "kubedrill" ? archive : clientArchive);
  const source = specifiers.map(
    (specifier, i) =>
      `import { connect as c${i} } from "${specifier}";\nexport const e${i}: Promise<number> = c${i}("a").reset({ seed: 7n }).then((one) => one.observation.stepIndex);\n`,
  );
  writeFileSync(join(empty, "example.mts"), source.join(""));
  run(join(ROOT, "node_modules/.bin/tsc"), ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "example.mts"], empty);
  writeFileSync(join(empty, "example.mts"), `import { connect } from "${specifiers[0]}";\nconnect(7);\n`);
  const wrong = spawnSync(join(ROOT, "node_modules/.bin/tsc"), ["--noEmit", "--module", "nodenext", "example.mts"], {
    cwd: empty,
    encoding: "utf8",
  });
  expect(wrong.stdout).toMatch(/TS2345.*'7'.*'string \| readonly string\[\] \| undefined'/);
});

test("the package runs where README.md says, and names what it needs where its commands do not", () => {
  const { engines } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(`You need Node ${/^>=(\d+)$/.exec(engines.node)?.[1]} or later`);
  if (OLDER_NODE === undefined) return;
  const { status, stderr } = spawnSync(OLDER_NODE, [join(installed, "cli/main.js"), "serve"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([
    3,
    expect.stringMatching(/^kubedrill: its server and commands need Node 24, and this is Node 2\d\..*\n$/),
  ]);
});

test("README.md installs what the build packs", () => {
  expect([archive, clientArchive]).toEqual([
    expect.stringMatching(/\/kubedrill-[\d.]+\.tgz$/),
    expect.stringMatching(/\/kubedrill-client-[\d.]+\.tgz$/),
  ]);
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  expect(readme).toMatch(/^npm install \S+\/dist-npm\/kubedrill-client-\*\.tgz/m);
  expect(readme).toMatch(/^npm install \S+\/dist-npm\/kubedrill-\[0-9\]\*\.tgz/m);
});

test.skipIf(process.env["KUBEDRILL_TEST_INSTALL"] !== "1")(
  "npm installs the archive with its dependencies in an empty folder (needs KUBEDRILL_TEST_INSTALL=1, and the registry)",
  () => {
    const empty = mkdtempSync(join(tmpdir(), "kubedrill-install-"));
    try {
      run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", archive], empty);
      expect(run("npx", ["--no-install", "kubedrill", "tasks", "--split", "all", "--count", "--json"], empty)).toContain('"split":"train"');
      for (const node of [process.execPath, ...(OLDER_NODE === undefined ? [] : [OLDER_NODE])])
        expect(run(node, ["--input-type=module", "--eval", 'console.log(typeof (await import("kubedrill")).connect)'], empty)).toBe(
          "function\n",
        );
    } finally {
      rmSync(empty, { recursive: true, force: true });
    }
  },
);

test("a checkout answers to npx as an installed package does", () => {
  expect(existsSync(join(ROOT, "node_modules/.bin/node"))).toBe(true);
  expect(run("npx", ["--no-install", "kubedrill", "--version"], ROOT).trim()).toBe(
    JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version,
  );
});
