import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "#core/canonical-json.ts";
import { CliError } from "../errors/cli-error.ts";
import type { Trajectory } from "./trajectory.ts";

/** A folder of trajectory files that is written in one order, so that an interrupted run can be resumed. */
export interface DatasetFiles {
  /** Number of trajectories that are complete on disk. */
  readonly done: number;
  /** Adds the next trajectory. */
  append(trajectory: Trajectory): void;
  /** Reads all trajectories back, in order. */
  read(): Generator<Trajectory>;
  /** Lists names, digests, sizes and row counts of the files. */
  describe(): readonly FileFacts[];
  writeManifest(manifest: Readonly<Record<string, unknown>>): void;
  close(): void;
}

export interface FileFacts {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly rows: number;
}

const PLAN_FILE = "plan.json";
const MANIFEST_FILE = "manifest.json";

/**
 * Opens a new or a partly written dataset folder.
 *
 * A torn last line is cut off. The plan is what decides the bytes: a folder that was begun with another one is refused.
 */
export const openDataset = (folder: string, plan: Readonly<Record<string, unknown>>, rowsPerFile: number): DatasetFiles => {
  mkdirSync(folder, { recursive: true });
  claimFolder(folder, `${canonicalJson(plan)}\n`);
  let done = 0;
  for (const name of shardNames(folder)) done += cutTornTail(join(folder, name));
  let open: { readonly index: number; readonly fd: number } | undefined;
  const shardFor = (row: number): number => {
    const index = Math.floor(row / rowsPerFile);
    if (open?.index !== index) {
      if (open) closeSync(open.fd);
      open = { index, fd: openSync(join(folder, shardName(index)), "a") };
    }
    return open.fd;
  };
  let rows = done;
  return {
    done,
    append: (trajectory) => void writeSync(shardFor(rows++), `${canonicalJson(trajectory)}\n`),
    read: () => readTrajectories(folder),
    describe: () => shardNames(folder).map((name) => describeFile(folder, name)),
    writeManifest: (manifest) => replaceFile(join(folder, MANIFEST_FILE), `${canonicalJson(manifest)}\n`),
    close: () => {
      if (open) {
        fsyncSync(open.fd);
        closeSync(open.fd);
      }
    },
  };
};

/** Reads the trajectories of a dataset folder, or of one JSONL file. */
export function* readTrajectories(path: string): Generator<Trajectory> {
  const files = path.endsWith(".jsonl") ? [path] : shardNames(path).map((name) => join(path, name));
  for (const file of files) {
    for (const [i, line] of readText(file).split("\n").entries()) {
      if (line !== "") yield parseLine(line, `${file}:${i + 1}`);
    }
  }
}

const parseLine = (line: string, place: string): Trajectory => {
  try {
    const trajectory = JSON.parse(line) as Trajectory;
    if (trajectory.schema === "kubedrill.trajectory/v1") return trajectory;
  } catch {
    // said below, with its place
  }
  throw new CliError(`${place} holds no trajectory; each line is a JSON object with "schema": "kubedrill.trajectory/v1"`);
};

const claimFolder = (folder: string, plan: string): void => {
  const path = join(folder, PLAN_FILE);
  if (!existsSync(path)) {
    if (readdirSync(folder).length > 0) throw new CliError(`${folder} holds other files and no ${PLAN_FILE}; name a new folder`);
    replaceFile(path, plan);
  } else if (readFileSync(path, "utf8") !== plan) {
    throw new CliError(`${folder} was begun with other settings (see its ${PLAN_FILE}); repeat those to go on, or name a new folder`);
  }
};

/** Cuts off what follows the last line break. @returns the number of whole lines */
const cutTornTail = (path: string): number => {
  const bytes = readFileSync(path);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole < bytes.length) truncateSync(path, whole);
  return countLines(bytes.subarray(0, whole));
};

const countLines = (bytes: Uint8Array): number => bytes.reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 0);

const describeFile = (folder: string, name: string): FileFacts => {
  const bytes = readFileSync(join(folder, name));
  return { name, sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length, rows: countLines(bytes) };
};

const shardName = (index: number): string => `trajectories-${String(index).padStart(5, "0")}.jsonl`;

const shardNames = (folder: string): readonly string[] =>
  readFolder(folder)
    .filter((name) => /^trajectories-\d{5}\.jsonl$/.test(name))
    .sort();

const readFolder = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    throw new CliError(`${folder} cannot be read; name a dataset folder or a .jsonl file`, "unavailable");
  }
};

const readText = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CliError(`${file} cannot be read; name a dataset folder or a .jsonl file`, "unavailable");
  }
};

/** Replaces a file atomically: a kill leaves either the old or the new one. */
const replaceFile = (path: string, text: string): void => {
  const scratch = `${path}.new`;
  writeFileSync(scratch, text, { flush: true });
  renameSync(scratch, path);
};
