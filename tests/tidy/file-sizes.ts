/** Lines above which a file needs a reason. */
export const LINES_MAX = 300;

/**
 * Files that are longer, each with the lines that it had when it was last looked at and why it is not split.
 *
 * A ratchet: lower a number when a file shrinks; think of a split before raising one.
 */
export const LONG_FILES: Readonly<Record<string, { readonly lines: number; readonly reason: string }>> = {
  "kube/schema/api-types.ts": { lines: 408, reason: "a table: one row for each type of the API" },
};
