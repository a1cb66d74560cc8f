/** False for Go's empty values. */
export const isTrue = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
};

/** Name of a value's Go type, among those that JSON is decoded to. */
export const typeOf = (value: unknown): string => {
  if (value === undefined || value === null) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "object") return "map[string]interface {}";
  return (
    { string: "string", boolean: "bool", number: Number.isInteger(value) ? "int64" : "float64", bigint: "int" }[typeof value as string] ??
    typeof value
  );
};

/** Prints a value as Go's `%v` does; whole numbers of JSON are integers. */
export const goPrint = (value: unknown): string => {
  if (value === undefined) return "<no value>";
  if (value === null) return "<nil>";
  if (typeof value === "number") return goNumber(value);
  if (Array.isArray(value)) return `[${value.map(goPrint).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  const map = value as Readonly<Record<string, unknown>>;
  return `map[${Object.keys(map)
    .sort()
    .map((key) => `${key}:${goPrint(map[key])}`)
    .join(" ")}]`;
};

/** Renders a number in Go's shortest form, with an exponent below 0.0001 and from a million. */
const goNumber = (value: number): string => {
  if (Number.isSafeInteger(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  const [digits, exponent] = value.toExponential().split("e") as [string, string];
  return `${digits}e${exponent.startsWith("-") ? "-" : "+"}${exponent.replace(/^[-+]/, "").padStart(2, "0")}`;
};
