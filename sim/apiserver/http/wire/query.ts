/** The query of a request: every value of every name, in order. */
export type Query = ReadonlyMap<string, readonly string[]>;

/** Parses a raw query; undecodable parts stay as they were sent. */
export const parseQuery = (raw: string): Query => {
  const query = new Map<string, string[]>();
  for (const part of raw.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = decodeText(at === -1 ? part : part.slice(0, at));
    const values = query.get(name) ?? [];
    values.push(at === -1 ? "" : decodeText(part.slice(at + 1)));
    query.set(name, values);
  }
  return query;
};

/** The first value of every name, which is what most parameters are read from. */
export const firstValues = (query: Query): Readonly<Record<string, string>> => {
  const first: Record<string, string> = {};
  for (const [name, [value = ""]] of query) first[name] = value;
  return first;
};

/** True for the spellings of true that the API reads; a name without a value counts. */
export const isTrue = (value: string | undefined): boolean => value !== undefined && value !== "false" && value !== "0";

const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};
