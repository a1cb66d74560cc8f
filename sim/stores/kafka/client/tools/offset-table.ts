/** Rows under each other, in columns. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_cell, index) => Math.max(...rows.map((row) => (row[index] ?? "").length))) ?? [];
  return rows.map((row) => `${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" ")}\n`).join("");
};

/** Topic and partition of `topic-partition`. */
export const splitPlace = (place: string): readonly [string, string] => [
  place.slice(0, place.lastIndexOf("-")),
  place.slice(place.lastIndexOf("-") + 1),
];
