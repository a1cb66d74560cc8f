import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Names of the supported hash functions. */
export type ChecksumName = keyof typeof HASHES;

/** The checksum of bytes in lower-case hexadecimal digits. */
export const checksum = (name: ChecksumName, bytes: Uint8Array): string => bytesToHex(HASHES[name](bytes));

const HASHES = { md5, sha1, sha256, sha512 } as const;
