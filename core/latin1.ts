/** Text with a character for each byte. */
export const textOfBytes = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE) parts.push(String.fromCharCode(...bytes.subarray(from, from + PIECE)));
  return parts.join("");
};

/** Bytes of a text whose characters stand for a byte each. */
export const bytesOfText = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Number of bytes that are made into text at once. */
const PIECE = 8_192;
