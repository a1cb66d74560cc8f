/** Prints a JSON value as Go's `%v` does: `map[a:b c:d]`, `[1 2]`, `<nil>`; keys are sorted. */
export const toGoText = (value: unknown): string => {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(toGoText).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  const map = value as Readonly<Record<string, unknown>>;
  return `map[${Object.keys(map)
    .sort()
    .map((key) => `${key}:${toGoText(map[key])}`)
    .join(" ")}]`;
};

/** Prints a JSON value as Go's `%#v` does. */
export const toGoSyntax = (value: unknown): string => {
  if (value === null || value === undefined) return "interface {}(nil)";
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(toGoSyntax).join(", ")}}`;
  if (typeof value !== "object") return String(value);
  const map = value as Readonly<Record<string, unknown>>;
  return `map[string]interface {}{${Object.keys(map)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${toGoSyntax(map[key])}`)
    .join(", ")}}`;
};
