import { createHash } from "node:crypto";
import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "#core/canonical-json.ts";
import { CliError } from "../errors/cli-error.ts";
import { checkSums } from "./check-sums.ts";
import { claimFolder, type FolderPlan } from "./claim-folder.ts";
import { countLines, cutTornTail } from "./cut-torn-tail.ts";
import { jsonLine } from "./json-line.ts";
import { readTrajectories } from "./read-trajectories.ts";
import { replaceFile } from "./replace-file.ts";
import { shardName, shardNames } from "./shard-names.ts";
import type { Trajectory } from "./trajectory.ts";

/** A folder of trajectory files that is written in one order, so that an interrupted run can be resumed. */
export interface DatasetFiles {
  /** Number of trajectories that are complete on disk. */
  readonly done: number;
  /** Adds the next trajectory. Throws if its rewards do not add up. */
  append(trajectory: Trajectory): void;
  /** Reads all trajectories back, in order. */
  read(): Iterable<Trajectory>;
  /** Lists names, digests, sizes and row counts of the files. */
  describe(): readonly FileFacts[];
  writeManifest(manifest: Readonly<Record<string, unknown>>): void;
  writeCard(text: string): void;
  close(): void;
}

export interface FileFacts {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly rows: number;
}

const MANIFEST_FILE = "manifest.json";
const CARD_FILE = "README.md";

/**
 * Opens a new or a partly written dataset folder.
 *
 * A torn last line is cut off. The plan is what decides the bytes: a folder that was begun with another one is refused.
 */
export const openDataset = (folder: string, plan: FolderPlan, rowsPerFile: number): DatasetFiles => {
  claimFolder(folder, plan);
  const done = countRows(folder, rowsPerFile);
  let open: { readonly index: number; readonly fd: number } | undefined;
  const shardFor = (row: number): number => {
    const index = Math.floor(row / rowsPerFile);
    if (open?.index !== index) {
      closeShard(open?.fd);
      open = { index, fd: openSync(join(folder, shardName(index)), "a") };
    }
    return open.fd;
  };
  let rows = done;
  return {
    done,
    append: (trajectory) => {
      checkSums(trajectory);
      appendFileSync(shardFor(rows++), `${jsonLine(trajectory)}\n`);
    },
    *read() {
      for (const { trajectory } of readTrajectories(folder)) yield trajectory;
    },
    describe: () => shardNames(folder).map((name) => describeFile(folder, name)),
    writeManifest: (manifest) => replaceFile(join(folder, MANIFEST_FILE), `${canonicalJson(manifest)}\n`),
    writeCard: (text) => replaceFile(join(folder, CARD_FILE), text),
    close: () => closeShard(open?.fd),
  };
};

/** Counts the trajectories of a folder, without a torn tail. @throws CliError if a file in the middle lacks some */
const countRows = (folder: string, rowsPerFile: number): number => {
  const names = shardNames(folder);
  const rows = names.map((name) => cutTornTail(join(folder, name)));
  const short = rows.findIndex((count, i) => count !== rowsPerFile && i < names.length - 1);
  if (short >= 0) {
    const file = join(folder, names[short] as string);
    throw new CliError(`${file} holds ${rows[short]} of ${rowsPerFile} episodes and others follow it; delete it and those, and repeat`);
  }
  return rows.reduce((sum, count) => sum + count, 0);
};

const closeShard = (fd: number | undefined): void => {
  if (fd === undefined) return;
  fsyncSync(fd);
  closeSync(fd);
};

const describeFile = (folder: string, name: string): FileFacts => {
  const bytes = readFileSync(join(folder, name));
  return { name, sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length, rows: countLines(bytes) };
};
