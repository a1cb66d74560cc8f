import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { OpenApiText } from "#sim/apiserver/schema/openapi/open-api-text.ts";

/**
 * Returns the OpenAPI documents that simulated clusters serve, as recorded from a real one.
 *
 * Decompressed at the first call, and kept for all worlds of this thread: 6 MB that most episodes never need.
 */
export const openApiDocuments = (): ReadonlyMap<string, OpenApiText> => {
  documents ??= readDocuments();
  return documents;
};

let documents: ReadonlyMap<string, OpenApiText> | undefined;

const readDocuments = (): ReadonlyMap<string, OpenApiText> => {
  const text = brotliDecompressSync(readFileSync(join(import.meta.dirname, "documents.br"))).toString("utf8");
  return new Map(text.split("\n").map(readLine));
};

const readLine = (line: string): readonly [string, OpenApiText] => {
  const [path = "", hash = ""] = line.split(" ", 2);
  return [path, { hash, text: line.slice(path.length + hash.length + 2) }];
};
