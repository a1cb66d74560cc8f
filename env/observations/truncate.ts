/** A text within a size, and whether it was cut. */
export interface TruncatedText {
  readonly text: string;
  readonly truncated: boolean;
  /** Size of the whole text in UTF-8, bytes. */
  readonly originalBytes: number;
}

const encoder = new TextEncoder();

/** Share of the space for the beginning; the end of a log or table says more than its middle. */
const HEAD_SHARE = 0.6;

/**
 * Cuts the middle out of a text that is longer than `maxBytes` in UTF-8 and inserts how much was left out, and how to see it.
 *
 * Whole lines are kept where there are any, no character is split, and equal input gives equal output. Half a surrogate pair, which
 * no UTF-8 has, becomes U+FFFD.
 */
export const truncateText = (given: string, maxBytes: number): TruncatedText => {
  const text = given.toWellFormed();
  const originalBytes = byteLength(text);
  if (originalBytes <= maxBytes) return { text, truncated: false, originalBytes };
  const bytes = encoder.encode(text);
  const room = maxBytes - noteFor(bytes.length, bytes.length).length;
  if (room <= 0) return { text: decode(bytes, 0, boundaryBefore(bytes, maxBytes)), truncated: true, originalBytes: bytes.length };
  const headEnd = lineEnd(bytes, boundaryBefore(bytes, Math.floor(room * HEAD_SHARE)));
  const tailStart = lineStart(bytes, boundaryAfter(bytes, bytes.length - (room - headEnd)));
  const kept = `${decode(bytes, 0, headEnd)}${noteFor(tailStart - headEnd, bytes.length)}${decode(bytes, tailStart, bytes.length)}`;
  return { text: kept, truncated: true, originalBytes: bytes.length };
};

/** Size of a text in UTF-8, bytes. */
export const byteLength = (text: string): number => Buffer.byteLength(text);

const noteFor = (gone: number, all: number): string => `\n... [${gone} of ${all} bytes left out; ${ADVICE}] ...\n`;

const ADVICE = "to see them, ask for less at a time: one name, -l, --tail, --since, a shorter span, or | grep, head, tail, sed -n";

const decoder = new TextDecoder();
const decode = (bytes: Uint8Array, from: number, to: number): string => decoder.decode(bytes.subarray(from, to));

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const boundaryBefore = (bytes: Uint8Array, at: number): number => {
  let boundary = at;
  while (boundary > 0 && isContinuation(bytes[boundary])) boundary--;
  return boundary;
};

const boundaryAfter = (bytes: Uint8Array, at: number): number => {
  let boundary = at;
  while (boundary < bytes.length && isContinuation(bytes[boundary])) boundary++;
  return boundary;
};

const NEWLINE = 10;

/** Maximum number of bytes by which a cut is moved to fall on a line end. */
const LINE_REACH = 512;

/** End of the last whole line before `at`, if there is one near. */
const lineEnd = (bytes: Uint8Array, at: number): number => {
  for (let i = at; i > Math.max(0, at - LINE_REACH); i--) if (bytes[i] === NEWLINE) return i;
  return at;
};

/** Start of the first whole line after `at`, if there is one near. */
const lineStart = (bytes: Uint8Array, at: number): number => {
  for (let i = at; i < Math.min(bytes.length, at + LINE_REACH); i++) if (bytes[i - 1] === NEWLINE) return i;
  return at;
};
