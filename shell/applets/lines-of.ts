/** The lines of some bytes, without their ends. */
export const linesOf = (bytes: string): readonly string[] => (bytes === "" ? [] : bytes.replace(/\n$/, "").split("\n"));
