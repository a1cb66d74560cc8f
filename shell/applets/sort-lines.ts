import { readOptions } from "./options.ts";

/** The options of `sort`. */
export const SORT_LETTERS = "nrufk:t:bdgMiVszco:";

/** Sorts lines as `sort` does with these arguments. */
export const sortLines = (lines: readonly string[], args: readonly string[]): readonly string[] => {
  const { has, values, value } = readOptions(args, SORT_LETTERS);
  const separator = value("t");
  const given = values("k").map((key) => readKey(key, has));
  const keys: readonly Key[] = given.length === 0 ? [{ from: 0, to: undefined, flags: flagsOf(has), isWhole: true }] : given;
  const ofEqual = has("s") || has("u") ? 0 : has("r") ? -1 : 1;
  const sorted = [...lines].sort((a, b) => compareKeys(a, b, keys, separator) || byText(a, b) * ofEqual);
  if (!has("u")) return sorted;
  return sorted.filter((line, index) => index === 0 || compareKeys(line, sorted[index - 1] as string, keys, separator) !== 0);
};

interface Key {
  readonly from: number;
  readonly to: number | undefined;
  readonly flags: string;
  readonly isWhole: boolean;
}

const flagsOf = (has: (flag: string) => boolean): string => ["n", "r", "f", "V", "g"].filter(has).join("");

const readKey = (text: string, has: (flag: string) => boolean): Key => {
  const match = /^(\d+)(?:\.\d+)?([nrfbVg]*)(?:,(\d+)(?:\.\d+)?([nrfbVg]*))?/.exec(text);
  const flags = `${match?.[2] ?? ""}${match?.[4] ?? ""}`;
  return {
    from: Number(match?.[1] ?? 1),
    to: match?.[3] === undefined ? undefined : Number(match[3]),
    flags: flags === "" ? flagsOf(has) : flags,
    isWhole: false,
  };
};

const keyOf = (line: string, { from, to, isWhole }: Key, separator: string | undefined): string => {
  if (isWhole) return line;
  const fields = separator === undefined ? (line.match(/\s*\S+/g) ?? []) : line.split(separator);
  return fields.slice(from - 1, to).join(separator ?? "");
};

const compareKeys = (a: string, b: string, keys: readonly Key[], separator: string | undefined): number => {
  for (const key of keys) {
    const [left, right] = [keyOf(a, key, separator), keyOf(b, key, separator)];
    const order = orderOf(key.flags)(left, right);
    if (order !== 0) return key.flags.includes("r") ? -order : order;
  }
  return 0;
};

const orderOf = (flags: string): ((a: string, b: string) => number) => {
  if (/[ng]/.test(flags)) return byNumber;
  if (flags.includes("V")) return byVersion;
  return flags.includes("f") ? (a, b) => byText(a.toUpperCase(), b.toUpperCase()) : byText;
};

const byNumber = (a: string, b: string): number => numberOf(a) - numberOf(b);

const numberOf = (text: string): number => Number(/^\s*(-?\d+(?:\.\d+)?)/.exec(text)?.[1] ?? 0);

/** Runs of digits by their value, what is between them as text. */
const byVersion = (a: string, b: string): number => {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [one, other] = [left[i] as string, right[i] as string];
    const order = /^\d/.test(one) && /^\d/.test(other) ? Number(one) - Number(other) : byText(one, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
};

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
