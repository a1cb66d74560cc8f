import { readFileSync, truncateSync } from "node:fs";

/** Cuts off what follows the last line break of a file, which a kill has left. @returns the number of whole lines */
export const cutTornTail = (path: string): number => {
  const bytes = readFileSync(path);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole < bytes.length) truncateSync(path, whole);
  return countLines(bytes.subarray(0, whole));
};

/** Counts the line breaks of a text. */
export const countLines = (bytes: Uint8Array): number => bytes.reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 0);
