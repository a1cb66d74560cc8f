import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../package.json" with { type: "json" };

/** Facts of the build that decide, beside task and seed, how an episode goes. */
export interface BuildFacts {
  readonly server_version: string;
  /** Digest of the code and data that play episodes; equal digests on equal runtimes reproduce each other's episodes. */
  readonly build_digest: string;
  /** Node and V8 version and CPU architecture. */
  readonly runtime: string;
}

/** Reads the facts of this build. */
export const readBuildFacts = (): BuildFacts => {
  facts ??= {
    server_version: packageJson.version,
    build_digest: readDigest() ?? digestSources(),
    runtime: `node ${process.versions.node} v8 ${process.versions.v8} ${process.arch}`,
  };
  return facts;
};

let facts: BuildFacts | undefined;

/** Parts of the code that decide what happens in an episode. Servers, pools and commands do not, so a restart with a corrected one brings all episodes back. */
const PARTS = [
  "core",
  "kube",
  "kubectl",
  "shell",
  "sim",
  "changes",
  "injectors",
  "rewards",
  "problems",
  "charts",
  "env/actions",
  "env/catalogue",
  "env/host",
  "env/loop",
  "env/observations",
  "pool/backends/sim",
];

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Path of the file in which a published build keeps the digest of the sources that it was compiled from. */
export const DIGEST_FILE = "env/catalogue/build-digest.json";

/** Digest of the sources as the build wrote it; undefined in a checkout. */
const readDigest = (): string | undefined => {
  const path = join(ROOT, DIGEST_FILE);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as { readonly build_digest: string }).build_digest : undefined;
};

/** Digests the sources of a checkout, code and data. */
export const digestSources = (): string => digestFiles(listFiles(ROOT));

/** Digests of the parts of a checkout that a task depends on; of a published build, which has no sources, the digest of all. */
export const readPartDigests = (): PartDigests => {
  parts ??= digestParts(readDigest());
  return parts;
};

let parts: PartDigests | undefined;

/** Digests of the parts of this build. */
export interface PartDigests {
  /** Digest of what is in no folder of a fault or an application. */
  readonly common: string;
  /** Returns the digest of a folder, such as `injectors/scale-to-zero` or `charts/fleetcast`. */
  of(folder: string): string;
}

const digestParts = (published: string | undefined): PartDigests => {
  if (published !== undefined) return { common: published, of: () => published };
  const groups = Map.groupBy(listFiles(ROOT), (path) => OWN_FOLDER.exec(path)?.[0] ?? "");
  const digests = new Map([...groups].map(([folder, paths]) => [folder, digestFiles(paths)]));
  return { common: digests.get("") ?? "", of: (folder) => digests.get(`${folder}/`) ?? "" };
};

/** Folder of one fault or one application. */
const OWN_FOLDER = /^(?:injectors|charts)\/[^/]+\//;

const digestFiles = (paths: readonly string[]): string => {
  const hash = createHash("sha256");
  for (const path of paths)
    hash
      .update(`${path}\n`)
      .update(readFileSync(join(ROOT, path)))
      .update("\n");
  return `sha256:${hash.digest("hex")}`;
};

const listFiles = (root: string): readonly string[] => {
  return PARTS.flatMap((part) => listTree(root, part))
    .filter((path) => !/\.(test|cases|bench)\.ts$|\.md$|(^|\/)testing\//.test(path))
    .sort();
};

const listTree = (root: string, part: string): readonly string[] => {
  const entries = readdirSync(join(root, part), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
};
