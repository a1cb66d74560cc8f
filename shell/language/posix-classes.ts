/** Escapes the brackets inside a set of a pattern and writes its classes, such as `[:digit:]`, as regular expressions do. */
export const translateClasses = (set: string): string =>
  set.replaceAll(/\[:(\w+):\]|\[/g, (_whole, name: string | undefined) => (name === undefined ? "\\[" : (CLASSES[name] ?? "")));

const CLASSES: Readonly<Record<string, string>> = {
  alpha: "A-Za-z",
  digit: "0-9",
  alnum: "A-Za-z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: " \\t\\n\\r\\f\\v",
  blank: " \\t",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9A-Fa-f",
};
