/** Reads `key=value key="quoted value"`; words without a value are left out. */
export const parseLogfmt = (line: string): Readonly<Record<string, string>> => {
  const result: Record<string, string> = {};
  for (const match of line.matchAll(/([A-Za-z_][\w.-]*)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g)) {
    const name = (match[1] as string).replace(/[^a-zA-Z0-9_]/g, "_");
    result[name] = match[2] === undefined ? (match[3] ?? "") : match[2].replace(/\\(.)/g, "$1");
  }
  return result;
};
