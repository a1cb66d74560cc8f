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
export const digestSources = (): string => {
  const hash = createHash("sha256");
  for (const path of listFiles(ROOT))
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
