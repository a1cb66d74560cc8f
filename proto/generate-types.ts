/** Generates `proto/gen/` from the .proto files; with `--check` it only says whether the committed files are fresh. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const PROTO_DIR = fileURLToPath(new URL(".", import.meta.url));
const GEN_DIR = join(PROTO_DIR, "gen");
const GENERATOR = fileURLToPath(new URL("../node_modules/@grpc/proto-loader/build/bin/proto-loader-gen-types.js", import.meta.url));

const generate = (outDir: string): void => {
  rmSync(outDir, { recursive: true, force: true });
  execFileSync(
    process.execPath,
    [
      GENERATOR,
      "--longs=String",
      "--enums=String",
      "--oneofs",
      "--includeComments",
      "--importFileExtension=.ts",
      "--grpcLib=@grpc/grpc-js",
      "--includeDirs=.",
      `--outDir=${outDir}`,
      "kubedrill/v1/environment.proto",
      "kubedrill/v1/dataset.proto",
      "google/rpc/error_details.proto",
    ],
    { cwd: PROTO_DIR },
  ); // relative, so that the files' headings name no machine
  rmSync(join(outDir, "error_details.ts")); // has no service, so its loader type holds unused names that the compiler refuses
};

const readTree = (dir: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path): [string, string] => [relative(dir, path), readFileSync(path, "utf8")]),
  );

const findStale = (): readonly string[] => {
  const scratch = mkdtempSync(join(tmpdir(), "proto-gen-"));
  try {
    generate(join(scratch, "gen"));
    const [fresh, committed] = [readTree(join(scratch, "gen")), readTree(GEN_DIR)];
    return [...new Set([...fresh.keys(), ...committed.keys()])].filter((path) => fresh.get(path) !== committed.get(path)).sort();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

if (process.argv.includes("--check")) {
  const stale = findStale();
  if (stale.length > 0) {
    console.error(`proto/gen is stale (${stale.join(", ")}); run: node proto/generate-types.ts`);
    process.exitCode = 1;
  }
} else {
  generate(GEN_DIR);
}
