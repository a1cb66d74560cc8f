/** Renders a JSON value as Go prints it with `%v`: `map[image:x ports:[1 2]]`, keys sorted. */
export const createGoText = (value: unknown): string => {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(createGoText).join(" ")}]`;
  if (typeof value !== "object") return `${value}`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${key}:${createGoText((value as Readonly<Record<string, unknown>>)[key])}`);
  return `map[${members.join(" ")}]`;
};
