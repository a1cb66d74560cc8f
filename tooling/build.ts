// `npm run build`: writes the package for publishing to dist/, and packs it and the client alone into dist-npm/, since npm installs a folder as a link without
// its dependencies. Node strips no types under node_modules, so it holds JavaScript and declarations.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIGEST_FILE, digestSources } from "../env/catalogue/build-facts.ts";
import { buildClientPackage } from "./build-client.ts";
import { bundleViewer } from "./bundle-viewer.ts";
import { LAYERS } from "./layers.ts";

const ROOT = join(import.meta.dirname, "..");

/** Writes the package to a folder, which is emptied first. Throws when the sources do not compile. */
export const buildPackage = async (target: string): Promise<void> => {
  rmSync(target, { recursive: true, force: true });
  compile(target);
  for (const folder of LAYERS.map((layer) => layer.folder)) copyData(folder, target);
  await writePages(join(target, "viewer/assets"));
  for (const file of ["LICENSE", "README.md", "CHANGELOG.md"]) cpSync(join(ROOT, file), join(target, file));
  writeFileSync(join(target, "package.json"), `${JSON.stringify(createManifest(), null, 2)}\n`);
  writeFileSync(join(target, DIGEST_FILE), `${JSON.stringify({ build_digest: digestSources() })}\n`);
  makeRunnable(join(target, COMMAND));
};

/** Packs a package that was written into an archive in a folder, which npm installs with its dependencies. @returns its path */
export const packPackage = (target: string, folder: string): string => {
  mkdirSync(folder, { recursive: true });
  const child = spawnSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: target, encoding: "utf8" });
  if (child.status !== 0) throw new Error(`npm pack failed:\n${child.stdout}${child.stderr}`);
  const [packed] = Object.values(JSON.parse(child.stdout) as Readonly<Record<string, { readonly filename: string }>>);
  return join(folder, packed!.filename);
};

const COMMAND = "cli/main.js";
const CLIENT = { types: "./clients/typescript/index.d.ts", default: "./clients/typescript/index.js" };

const compile = (target: string): void => {
  const args = [join(ROOT, "node_modules/.bin/tsc"), "-p", join(ROOT, "tsconfig.publish.json"), "--outDir", target];
  const child = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  if (child.status !== 0) throw new Error(`the sources do not compile:\n${child.stdout}${child.stderr}`);
};

/** Copies the data that the code reads at run time: protocol, charts, READMEs of plug-ins. */
const copyData = (folder: string, target: string): void => {
  const isData = (path: string): boolean =>
    /\.(proto|yaml|json|md|tpl|br)$/.test(path) && !/(^|\/)(python|node_modules|generated)\/|tsconfig\.json$/.test(path);
  for (const path of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })) {
    if (isData(`${folder}/${path}`)) cpSync(join(ROOT, folder, path), join(target, folder, path));
  }
};

/** Writes the pages as a browser takes them, since who installs the package has nothing to bundle them with. */
const writePages = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  for (const [name, body] of Object.entries(await bundleViewer())) writeFileSync(join(folder, name), body);
};

/** Creates the published manifest: the same import names as in the sources, mapped to the compiled files. */
const createManifest = (): object => {
  const { name, version, description, license, engines, dependencies, repository, keywords } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  // Whoever installs the package brings a Node; the pinned one serves checkouts.
  const { node: _, ...needed } = dependencies as Readonly<Record<string, string>>;
  return {
    name,
    version,
    description,
    license,
    repository,
    keywords,
    type: "module",
    // The oldest Node that the client runs on; the command line says itself what it needs.
    engines,
    bin: { kubedrill: COMMAND },
    imports: { "#*.ts": "./*.js" },
    exports: {
      ".": CLIENT,
      "./client": CLIENT,
      "./proto/*": "./proto/*",
      "./package.json": "./package.json",
    },
    dependencies: needed,
  };
};

const makeRunnable = (path: string): void => {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.startsWith("#!") ? text : `#!/usr/bin/env node\n${text}`);
  chmodSync(path, 0o755);
};

/** Writes and packs both packages in this checkout: the whole, and the client alone. */
const release = async (): Promise<void> => {
  const archives = join(ROOT, "dist-npm");
  rmSync(archives, { recursive: true, force: true });
  const whole = join(ROOT, "dist");
  await buildPackage(whole);
  console.log(`install it by npm install ${packPackage(whole, archives)}`);
  const client = mkdtempSync(join(tmpdir(), "kubedrill-client-"));
  buildClientPackage(whole, client);
  console.log(`or the client alone by npm install ${packPackage(client, archives)}`);
  rmSync(client, { recursive: true });
};

if (import.meta.main) await (process.argv[2] === undefined ? release() : buildPackage(process.argv[2]));
