/** Quotes a text as Go's `%q` does: characters that cannot be printed are escaped, as a single byte where possible. */
export const goQuote = (text: string): string => {
  let quoted = "";
  for (const character of text) quoted += NAMED[character] ?? (PRINTABLE.test(character) ? character : escaped(character));
  return `"${quoted}"`;
};

const NAMED: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

const escaped = (character: string): string => {
  const code = character.codePointAt(0) as number;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
};
