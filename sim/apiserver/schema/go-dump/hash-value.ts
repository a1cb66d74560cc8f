import { encodeUtf8 } from "#core/utf8.ts";
import { dumpValue } from "./dump-value.ts";

/**
 * The hash by which Kubernetes tells values of its API apart and orders them: FNV-1a of 128 bits over the printed value.
 *
 * @param type as Go names it, `v1.EndpointPort`
 * @returns 32 hex digits
 */
export const hashValue = (type: string, value: unknown): string => hashText(dumpValue(type, value));

/** The same of a value that is printed already. */
export const hashText = (text: string): string => {
  // Four words of 32 bits, the lowest first: the offset of the hash.
  let [a, b, c, d] = [0x6295c58d, 0x62b82175, 0x07bb0142, 0x6c62272e];
  for (const byte of encodeUtf8(text)) {
    a = (a ^ byte) >>> 0;
    // The prime is 2^88 + 315: the product of the words and 315, and the two lowest words moved up by 88 bits.
    const first = a * 315;
    const second = b * 315 + Math.floor(first / WORD);
    const third = c * 315 + Math.floor(second / WORD) + ((a << 24) >>> 0);
    const fourth = d * 315 + Math.floor(third / WORD) + (a >>> 8) + ((b << 24) >>> 0);
    [a, b, c, d] = [first % WORD, second % WORD, third % WORD, fourth % WORD];
  }
  return [d, c, b, a].map((word) => word.toString(16).padStart(8, "0")).join("");
};

const WORD = 2 ** 32;
