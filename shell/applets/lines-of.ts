/** The lines of some bytes, without their ends. */
export const linesOf = (bytes: string): readonly string[] => (bytes === "" ? [] : bytes.replace(/\n$/, "").split("\n"));

/** Number of line ends. */
export const countLines = (bytes: string): number => {
  let count = 0;
  for (let at = bytes.indexOf("\n"); at >= 0; at = bytes.indexOf("\n", at + 1)) count += 1;
  return count;
};
