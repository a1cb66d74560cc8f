/** Hashes a text to 32 bits (FNV-1a with a final mix); for noise, not for security. */
export const hashOf = (text: string): number => {
  return mix(hashOn(2_166_136_261, text), text.length);
};

/** Hashes texts that begin alike: the same as `hashOf` of the whole, but the beginning is read once. */
export const createHashAfter = (prefix: string): ((rest: string) => number) => {
  const begun = hashOn(2_166_136_261, prefix);
  return (rest) => mix(hashOn(begun, rest), prefix.length + rest.length);
};

const hashOn = (begun: number, text: string): number => {
  let hash = begun;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash;
};

/** Mixes two integers to 32 bits; both pass through Murmur's finaliser, so that neighbours share nothing. */
export const mix = (a: number, b: number): number => finalise(finalise(b + 0x9e37_79b9) ^ Math.imul(a, 0x2c1b_3c6d));

const finalise = (value: number): number => {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** A fraction in [0, 1) from two integers. */
export const fractionOf = (a: number, b: number): number => mix(a, b) / 0x1_0000_0000;
