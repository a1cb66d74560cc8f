/** A reader of the named captures of a line; undefined: the line does not begin as the pattern does. */
export type LinePattern = (line: string) => Readonly<Record<string, string>> | undefined;

/**
 * Compiles `<ip> - <_> [<time>]`: texts between captures, each as far as the next text.
 *
 * A capture whose text never comes takes the rest of the line, as in Loki.
 * @throws Error for captures side by side, twice, or none
 */
export const compilePattern = (pattern: string): LinePattern => {
  const parts = pattern.split(CAPTURE);
  const names = parts.filter((_, i) => i % 2 === 1);
  const texts = parts.filter((_, i) => i % 2 === 0);
  const named = names.filter((name) => name !== UNNAMED);
  const side = texts.findIndex((text, i) => i > 0 && i < texts.length - 1 && text === "");
  if (side > 0) throw new Error(`found consecutive capture '<${names[side - 1]}><${names[side]}>': invalid expression`);
  const twice = named.find((name, i) => named.indexOf(name) < i);
  if (twice !== undefined) throw new Error(`duplicate capture name (${twice}): invalid expression`);
  if (named.length === 0) throw new Error("at least one capture is required");
  const [head = "", ...tails] = texts;
  return (line) => {
    if (!line.startsWith(head)) return undefined;
    const found: Record<string, string> = {};
    let at = head.length;
    for (const [i, tail] of tails.entries()) {
      const end = tail === "" ? -1 : line.indexOf(tail, at);
      if (names[i] !== UNNAMED) found[names[i] as string] = end < 0 ? line.slice(at) : line.slice(at, end);
      if (end < 0) break;
      at = end + tail.length;
    }
    return found;
  };
};

/** True if the line has the texts of a pattern in their order. */
export const matchesPattern = (pattern: string): ((line: string) => boolean) => {
  const texts = pattern.split(/<_>/);
  return (line) => {
    let at = 0;
    for (const text of texts) {
      const found = line.indexOf(text, at);
      if (found < 0) return false;
      at = found + text.length;
    }
    return true;
  };
};

const CAPTURE = /<([A-Za-z_]\w*)>/;
const UNNAMED = "_";
