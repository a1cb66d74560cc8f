import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { fileWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import type { Feature, Features } from "./features.ts";
import type { Row, RowFile } from "./row-file.ts";

/** Creates a Parquet file, whose columns may be lists and records. @param name path within the folder */
export const createParquetFile = (folder: string, name: string, features: Features): RowFile => {
  const path = join(folder, name);
  const writer = new ParquetWriter({ writer: fileWriter(path), schema: schemaOf(features), createdBy: "kubedrill" });
  let group: Row[] = [];
  let rows = 0;
  // The writer of a file is synchronous: its promises are for other targets.
  const writeGroup = (): void => {
    if (group.length === 0) return;
    const columnData = Object.entries(features).map(([column, feature]) => ({
      name: column,
      data: group.map((row) => toValue(row[column], feature)),
    }));
    void writer.write({ columnData, rowGroupSize: group.length });
    rows += group.length;
    group = [];
  };
  return {
    write: (row) => {
      group.push(row);
      if (group.length === ROWS_PER_GROUP) writeGroup();
    },
    close: () => {
      writeGroup();
      void writer.finish();
      return { name, ...digestFile(path), rows };
    },
  };
};

/** Rows of a group, which are in memory at once: of conversations, some tens of megabytes. */
const ROWS_PER_GROUP = 256;

/** A value as the writer takes it: null where it is missing, whole numbers as bigints. */
const toValue = (value: unknown, feature: Feature): unknown => {
  if (value === undefined || value === null) return null;
  if (feature === "int64") return BigInt(value as number);
  if (typeof feature === "string") return value;
  if (Array.isArray(feature)) return (value as readonly unknown[]).map((item) => toValue(item, feature[0] as Feature));
  return Object.fromEntries(Object.entries(feature).map(([name, inner]) => [name, toValue((value as Row)[name], inner)]));
};

const schemaOf = (features: Features): SchemaElement[] => [
  { name: "schema", num_children: Object.keys(features).length },
  ...Object.entries(features).flatMap(([name, feature]) => elementsOf(name, feature)),
];

const elementsOf = (name: string, feature: Feature): SchemaElement[] => {
  if (typeof feature === "string") return [{ name, ...SCALARS[feature], repetition_type: "OPTIONAL" }];
  if (Array.isArray(feature))
    return [
      { name, converted_type: "LIST", repetition_type: "OPTIONAL", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...elementsOf("element", feature[0] as Feature),
    ];
  const members = Object.entries(feature as Features);
  return [
    { name, repetition_type: "OPTIONAL", num_children: members.length },
    ...members.flatMap(([own, inner]) => elementsOf(own, inner)),
  ];
};

const SCALARS: Readonly<Record<Extract<Feature, string>, Pick<SchemaElement, "type" | "converted_type">>> = {
  string: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  float64: { type: "DOUBLE" },
  int64: { type: "INT64" },
  bool: { type: "BOOLEAN" },
};

const digestFile = (path: string): { readonly sha256: string; readonly bytes: number } => {
  const fd = openSync(path, "r");
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let bytes = 0;
  for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) {
    hash.update(chunk.subarray(0, read));
    bytes += read;
  }
  closeSync(fd);
  return { sha256: hash.digest("hex"), bytes };
};

const CHUNK_BYTES = 1 << 20;
