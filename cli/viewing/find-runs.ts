import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "#core/parse-json.ts";
import type { Run } from "#viewer/protocol.ts";
import { CliError } from "../errors/cli-error.ts";
import { shardNames } from "../trajectories/shard-names.ts";

/** A run and where it is on disk, which pages are not told apart from its name. */
export interface PlacedRun extends Omit<Run, "damaged"> {
  readonly folder: string;
  /** Files of trajectories, in order. */
  readonly files: readonly string[];
  /** Report of an evaluation. Missing: there is none. */
  readonly report?: string;
}

/** Finds data sets and evaluations in folders and a few levels below them; a `.jsonl` file of trajectories is a run, too. @throws CliError */
export const findRuns = (paths: readonly string[]): readonly PlacedRun[] => {
  const found = paths.flatMap((path) => {
    const runs = lookInto(path);
    if (runs.length === 0)
      throw new CliError(
        `${path} holds no trajectories-NNNNN.jsonl and no report.json; name a folder that dataset or eval --out has written`,
      );
    return runs;
  });
  return found.map((run, index) => ({ ...run, index }));
};

type FoundRun = Omit<PlacedRun, "index">;

const lookInto = (path: string): readonly FoundRun[] => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new CliError(`${path} is not there; name a folder that dataset or eval --out has written`, "unavailable");
  return stats.isFile() ? [{ name: path, kind: "dataset", folder: path, files: [path] }] : walk(path, 0);
};

const walk = (folder: string, depth: number): readonly FoundRun[] => {
  const files = shardNames(folder).map((name) => join(folder, name));
  const report = join(folder, "report.json");
  if (files.length > 0 || existsSync(report)) return [describe(folder, files, existsSync(report) ? report : undefined)];
  if (depth === DEPTH_MAX) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => walk(join(folder, name), depth + 1));
};

const DEPTH_MAX = 3;

const describe = (folder: string, files: readonly string[], report: string | undefined): FoundRun => {
  const { suite } = Object(report && readJson(report)) as { readonly suite?: unknown };
  const { command } = Object(readJson(join(folder, "manifest.json"))) as { readonly command?: unknown };
  const made = typeof suite === "string" ? `suite ${suite}` : command;
  return {
    name: folder,
    kind: report === undefined ? "dataset" : "evaluation",
    folder,
    files,
    ...(typeof made === "string" && { made }),
    ...(report !== undefined && { report }),
  };
};

const readJson = (path: string): unknown => (existsSync(path) ? parseJson(readFileSync(path, "utf8")) : undefined);
