/** Syntax of episode ids, group ids and label keys, which clients create and which appear in logs, paths and file names. */
export const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** True for a text that may name an episode, a group or a label. */
export const isId = (text: string): boolean => ID_PATTERN.test(text);

/** Largest seed. */
export const SEED_MAX = (1n << 64n) - 1n;

/** True for an unsigned 64-bit integer in canonical decimal digits, as seeds are written. */
export const isSeed = (text: string): boolean => /^(0|[1-9][0-9]{0,19})$/.test(text) && BigInt(text) <= SEED_MAX;

/**
 * Renders a UUIDv7: ordered by time, unique by chance.
 *
 * @param nowMs milliseconds since the Unix epoch
 * @param random at least 10 random bytes
 */
export const renderUuidV7 = (nowMs: number, random: Uint8Array): string => {
  const bytes = new Uint8Array(16);
  const time = BigInt(Math.floor(nowMs));
  for (let i = 0; i < 6; i++) bytes[i] = Number((time >> BigInt(40 - 8 * i)) & 0xffn);
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};
