import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { jsonLine } from "../json-line.ts";
import type { RowFile } from "./row-file.ts";

/** Creates a file of JSON lines. @param name path within the folder */
export const createJsonlFile = (folder: string, name: string): RowFile => {
  const fd = openSync(join(folder, name), "w");
  const hash = createHash("sha256");
  let [bytes, rows] = [0, 0];
  return {
    write: (row) => {
      const chunk = Buffer.from(`${jsonLine(row)}\n`);
      writeSync(fd, chunk);
      hash.update(chunk);
      bytes += chunk.length;
      rows += 1;
    },
    close: () => {
      closeSync(fd);
      return { name, sha256: hash.digest("hex"), bytes, rows };
    },
  };
};
