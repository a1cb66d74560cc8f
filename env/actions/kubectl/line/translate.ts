import type { FilterResult } from "./filter-result.ts";

/** `tr -d SET`, `tr -s SET` and `tr SET SET` over plain characters and ranges. */
export const translate = (flags: ReadonlySet<string>, rest: readonly string[], input: string): FilterResult => {
  const [from = "", to = ""] = rest.map(expandSet);
  const set = new Set(from);
  if (flags.has("d")) return { stdout: [...input].filter((char) => set.has(char) === flags.has("c")).join(""), stderr: "", exitCode: 0 };
  const last = [...to].at(-1) ?? "";
  const mapped = to === "" ? [...input] : [...input].map((char) => (set.has(char) ? ([...to][[...from].indexOf(char)] ?? last) : char));
  const squeezed = new Set(to === "" ? from : to);
  const kept = flags.has("s") ? mapped.filter((char, at) => !(squeezed.has(char) && mapped[at - 1] === char)) : mapped;
  return { stdout: kept.join(""), stderr: "", exitCode: 0 };
};

const CLASSES: Readonly<Record<string, string>> = {
  "[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "[:lower:]": "abcdefghijklmnopqrstuvwxyz",
  "[:digit:]": "0123456789",
  "[:space:]": " \t\n\r\f\v",
};

const expandSet = (set: string): string =>
  set
    .replace(/\[:\w+:\]/g, (name) => CLASSES[name] ?? name)
    .replaceAll("\\n", "\n")
    .replaceAll("\\t", "\t")
    .replace(/(\w)-(\w)/g, (_, from: string, to: string) => {
      const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
      return String.fromCharCode(...Array.from({ length: Math.max(0, last - first + 1) }, (_unused, at) => first + at));
    });
