import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { jsonLine } from "../json-line.ts";
import type { Row, RowFile } from "./row-file.ts";

/** Creates a JSON document whose last member is the list of the rows; they are never all in memory. @param name path within the folder */
export const createDocumentFile = (folder: string, name: string, head: Row, list: string): RowFile => {
  const fd = openSync(join(folder, name), "w");
  const hash = createHash("sha256");
  let [bytes, rows] = [0, 0];
  const add = (text: string): void => {
    const chunk = Buffer.from(text);
    writeSync(fd, chunk);
    hash.update(chunk);
    bytes += chunk.length;
  };
  add(`${JSON.stringify(head).slice(0, -1)},${JSON.stringify(list)}:[`);
  return {
    write: (row) => {
      add(`${rows === 0 ? "" : ","}\n${jsonLine(row)}`);
      rows += 1;
    },
    close: () => {
      add("\n]}\n");
      closeSync(fd);
      return { name, sha256: hash.digest("hex"), bytes, rows };
    },
  };
};
