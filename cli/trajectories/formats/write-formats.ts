import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestJson } from "#core/digest.ts";
import type { FileFacts } from "../dataset-files.ts";
import type { Trajectory } from "../trajectory.ts";
import { createDocumentFile } from "./document-file.ts";
import type { DatasetFormat, RunFacts } from "./format.ts";
import { createJsonlFile } from "./jsonl-file.ts";
import { createParquetFile } from "./parquet-file.ts";
import type { FileType, RowFile } from "./row-file.ts";
import { renderToolLists, type ToolLists, withToolsOnce } from "./tools-once.ts";

/** A file of one form and split. */
export interface FormatFile extends FileFacts {
  readonly format: string;
  readonly split: string;
}

/** Files of the forms, and how many rows were left out because an equal one was there, by form. */
export interface WrittenFormats {
  /** The forms as they were written. */
  readonly formats: readonly DatasetFormat[];
  readonly files: readonly FormatFile[];
  /** Files beside those of the rows, which rows refer to. */
  readonly beside: readonly FileFacts[];
  readonly duplicates: Readonly<Record<string, number>>;
}

/** Folder of the forms, beside the native files. */
const DATA_FOLDER = "data";

/** Choice of forms, and of the way in which they are written. */
export interface FormatChoice {
  readonly formats: readonly DatasetFormat[];
  readonly fileType: FileType;
  readonly run: RunFacts;
  /** True: rows name their tools, which are written once beside them. */
  readonly toolsOnce: boolean;
}

/**
 * Writes the forms of episodes anew, one file per form and split; those of one group that follow each other are one.
 * @param read reads all episodes; called once more for each form that is one document
 */
export const writeFormats = (folder: string, read: () => Iterable<Trajectory>, choice: FormatChoice): WrittenFormats => {
  rmSync(join(folder, DATA_FOLDER), { recursive: true, force: true });
  const lists: ToolLists = new Map();
  const formats = choice.toolsOnce ? choice.formats.map((format) => withToolsOnce(format, lists)) : choice.formats;
  const writers = formats.map((format) => createFormatWriter(folder, format, read, choice));
  if (writers.length > 0) for (const group of groupsOf(read())) for (const writer of writers) writer.add(group);
  const files = writers.flatMap((writer) => writer.close());
  const beside = lists.size === 0 ? [] : [writeToolLists(folder, lists)];
  return { formats, files, beside, duplicates: Object.fromEntries(writers.map(({ name, duplicates }) => [name, duplicates()])) };
};

/** Writes the tools that rows of all forms name. */
const writeToolLists = (folder: string, lists: ToolLists): FileFacts => {
  const name = `${DATA_FOLDER}/tools.json`;
  const text = renderToolLists(lists);
  writeFileSync(join(folder, name), text);
  return { name, sha256: createHash("sha256").update(text).digest("hex"), bytes: Buffer.byteLength(text), rows: lists.size };
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

const createFormatWriter = (folder: string, format: DatasetFormat, read: () => Iterable<Trajectory>, { fileType, run }: FormatChoice) => {
  const open = new Map<string, RowFile>();
  const seen = new Set<string>();
  let duplicates = 0;
  const fileOf = (split: string): RowFile => {
    const file = open.get(split) ?? createFile(folder, `${DATA_FOLDER}/${format.name}/${split}`, { format, read, fileType, run });
    open.set(split, file);
    return file;
  };
  return {
    name: format.name,
    duplicates: () => duplicates,
    add: (group: readonly Trajectory[]): void => {
      const split = format.document === undefined ? (group[0]?.task.split ?? "") : ALL_SPLITS;
      for (const row of format.rows(group, run)) {
        const key = format.keepsAll === true ? undefined : contentKey(row);
        if (key !== undefined && seen.has(key)) {
          duplicates += 1;
          continue;
        }
        if (key !== undefined) seen.add(key);
        fileOf(split).write(row);
      }
    },
    close: (): readonly FormatFile[] =>
      [...open].sort(([a], [b]) => (a < b ? -1 : 1)).map(([split, file]) => ({ ...file.close(), format: format.name, split })),
  };
};

/** Name of a document's file, in which rows of all splits are. */
const ALL_SPLITS = "all";

/** Digest of that part of a row which a learner sees: two episodes may differ in seed alone. */
const contentKey = ({ messages, prompt, completion, chosen, rejected, steps }: Readonly<Record<string, unknown>>): string =>
  digestJson([messages, prompt, completion, chosen, rejected, steps].map((part) => part ?? null));

interface FileChoice extends Pick<FormatChoice, "fileType" | "run"> {
  readonly format: DatasetFormat;
  readonly read: () => Iterable<Trajectory>;
}

const createFile = (folder: string, path: string, { format: { features, document }, read, fileType, run }: FileChoice): RowFile => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  if (document !== undefined) return createDocumentFile(folder, `${path}.json`, document.head(read(), run), document.list);
  return fileType === "parquet" && features !== undefined
    ? createParquetFile(folder, `${path}.parquet`, features)
    : createJsonlFile(folder, `${path}.jsonl`);
};
