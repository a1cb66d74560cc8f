const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/** Creates a suffix of five letters as in generated names, from the time and a purpose, so that a replay creates the same. */
export const randomSuffix = (nowMs: number, purpose: string): string => {
  let hash = 2_166_136_261;
  for (const char of `${nowMs}/${purpose}`) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0;
  let suffix = "";
  for (let at = 0; at < 5; at++) {
    suffix += ALPHABET[hash % ALPHABET.length];
    hash = Math.imul(hash ^ (hash >>> 13), 16_777_619) >>> 0;
  }
  return suffix;
};
