/** A span of bytes, the end excluded. */
export type Span = readonly [from: number, to: number];

/**
 * Finds the values of the top-level members of a JSON object without parsing them.
 *
 * Most of a trajectory is text that an index does not need: quotes are sought natively, so that this is several times as fast as JSON.parse.
 *
 * @returns spans of the values by name; undefined if the bytes are no JSON object
 */
export const scanMembers = (bytes: Buffer, [from, to]: Span): ReadonlyMap<string, Span> | undefined => {
  const members = new Map<string, Span>();
  let at = skipSpace(bytes, from, to);
  if (bytes[at] !== OPEN_BRACE) return undefined;
  at = skipSpace(bytes, at + 1, to);
  while (at < to && bytes[at] === QUOTE) {
    const nameEnd = skipString(bytes, at, to);
    const colon = skipSpace(bytes, nameEnd, to);
    if (nameEnd < 0 || bytes[colon] !== COLON) return undefined;
    const start = skipSpace(bytes, colon + 1, to);
    const end = skipValue(bytes, start, to);
    if (end < 0) return undefined;
    members.set(bytes.toString("utf8", at + 1, nameEnd - 1), [start, end]);
    at = skipSpace(bytes, end, to);
    if (bytes[at] === CLOSE_BRACE) return members;
    at = skipSpace(bytes, at + 1, to);
  }
  return bytes[at] === CLOSE_BRACE && at < to ? members : undefined;
};

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

const skipSpace = (bytes: Buffer, from: number, to: number): number => {
  let at = from;
  while (at < to && (bytes[at] as number) <= 0x20) at++;
  return at;
};

/** End of the value that begins there; -1 if it has none. */
const skipValue = (bytes: Buffer, from: number, to: number): number => {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from, to);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(bytes, from, to);
  let at = from;
  while (at < to && bytes[at] !== COMMA && bytes[at] !== CLOSE_BRACE) at++;
  return at < to ? at : -1;
};

const skipNested = (bytes: Buffer, from: number, to: number): number => {
  let depth = 0;
  for (let at = from; at < to; ) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at, to);
      if (at < 0) return -1;
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    at++;
    if (depth === 0) return at;
  }
  return -1;
};

/** End of the string whose quote is there; a quote after an odd number of backslashes does not end it. */
const skipString = (bytes: Buffer, from: number, to: number): number => {
  for (let at = bytes.indexOf(QUOTE, from + 1); at >= 0 && at < to; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
};
