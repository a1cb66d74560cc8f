import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestJson } from "#core/digest.ts";
import type { FileFacts } from "../dataset-files.ts";
import type { Trajectory } from "../trajectory.ts";
import type { DatasetFormat } from "./format.ts";
import { createJsonlFile } from "./jsonl-file.ts";
import { createParquetFile } from "./parquet-file.ts";
import type { FileType, RowFile } from "./row-file.ts";

/** A file of one form and split. */
export interface FormatFile extends FileFacts {
  readonly format: string;
  readonly split: string;
}

/** Files of the forms, and how many rows were left out because an equal one was there, by form. */
export interface WrittenFormats {
  readonly files: readonly FormatFile[];
  readonly duplicates: Readonly<Record<string, number>>;
}

/** Folder of the forms, beside the native files. */
const DATA_FOLDER = "data";

/** Writes the forms of a dataset anew, one file per form and split; episodes of one group must follow each other. */
export const writeFormats = (
  folder: string,
  trajectories: Iterable<Trajectory>,
  formats: readonly DatasetFormat[],
  fileType: FileType,
): WrittenFormats => {
  rmSync(join(folder, DATA_FOLDER), { recursive: true, force: true });
  const writers = formats.map((format) => createFormatWriter(folder, format, fileType));
  if (writers.length > 0) for (const group of groupsOf(trajectories)) for (const writer of writers) writer.add(group);
  const files = writers.flatMap((writer) => writer.close());
  return { files, duplicates: Object.fromEntries(writers.map(({ name, duplicates }) => [name, duplicates()])) };
};

function* groupsOf(trajectories: Iterable<Trajectory>): Generator<readonly Trajectory[]> {
  let group: Trajectory[] = [];
  for (const trajectory of trajectories) {
    const first = group[0];
    if (first !== undefined && (first.group_id === undefined || first.group_id !== trajectory.group_id)) {
      yield group;
      group = [];
    }
    group.push(trajectory);
  }
  if (group.length > 0) yield group;
}

const createFormatWriter = (folder: string, format: DatasetFormat, fileType: FileType) => {
  const open = new Map<string, RowFile>();
  const seen = new Set<string>();
  let duplicates = 0;
  return {
    name: format.name,
    duplicates: () => duplicates,
    add: (group: readonly Trajectory[]): void => {
      const split = group[0]?.task.split ?? "";
      for (const row of format.rows(group)) {
        const key = contentKey(row);
        if (seen.has(key)) {
          duplicates += 1;
          continue;
        }
        seen.add(key);
        const file = open.get(split) ?? createFile(folder, `${DATA_FOLDER}/${format.name}/${split}`, format, fileType);
        open.set(split, file);
        file.write(row);
      }
    },
    close: (): readonly FormatFile[] =>
      [...open].sort(([a], [b]) => (a < b ? -1 : 1)).map(([split, file]) => ({ ...file.close(), format: format.name, split })),
  };
};

/** Digest of that part of a row which a learner sees: two episodes may differ in seed alone. */
const contentKey = ({ messages, prompt, completion, chosen, rejected, steps }: Readonly<Record<string, unknown>>): string =>
  digestJson([messages, prompt, completion, chosen, rejected, steps].map((part) => part ?? null));

const createFile = (folder: string, path: string, { features }: DatasetFormat, fileType: FileType): RowFile => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  return fileType === "parquet" && features !== undefined
    ? createParquetFile(folder, `${path}.parquet`, features)
    : createJsonlFile(folder, `${path}.jsonl`);
};
