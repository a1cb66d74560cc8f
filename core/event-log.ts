import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "./canonical-json.ts";
import type { Digest } from "./digest.ts";

/**
 * An append-only log of events, in canonical JSON, hashed as it grows.
 *
 * Two logs with equal digests hold the same events in the same order.
 */
export interface EventLog {
  /** Appends an event: plain JSON. */
  append(event: unknown): void;
  /** Number of events. */
  size(): number;
  /** Digest of all events so far; the log goes on growing. */
  digest(): Digest;
  /** Copies the log; both copies then grow independently. */
  fork(): EventLog;
}

/** Creates an empty log. */
export const createEventLog = (): EventLog => continueLog(sha256.create(), 0);

const continueLog = (hash: ReturnType<typeof sha256.create>, start: number): EventLog => {
  let size = start;
  return {
    append: (event) => {
      hash.update(utf8ToBytes(`${canonicalJson(event)}\n`));
      size += 1;
    },
    size: () => size,
    digest: () => `sha256:${bytesToHex(hash.clone().digest())}`,
    fork: () => continueLog(hash.clone(), size),
  };
};
