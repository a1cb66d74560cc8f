const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/** Five letters as generated names end with, made of the time and what the name is for, so that a replay makes the same. */
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
