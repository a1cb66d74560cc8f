import type { FaultWords } from "../fault-words.ts";

/** The word itself, and no part of a name. */
const LOCK = "(?<![-\\w])locks?(?![-\\w])";

export const words: FaultWords = {
  on: "job",
  patterns: [
    "lock (?:contention|holder)",
    `(?:table|exclusive|relation) ${LOCK}`,
    "\\b(?:locks?|locked|locking)~table \\S+",
    `(?:holds?|held|holding|takes?|took|keeps?)~(?:an? |the )?(?:access exclusive |exclusive )?${LOCK}(?:~on)?`,
    `${LOCK}~(?:held|taken|kept|holds|keeps)\\b`,
    `(?:waits?|waiting|blocked) (?:\\w+ ){0,3}${LOCK}`,
    `open transaction~${LOCK}`,
  ],
  fixes: [`(?:release|drop|free)~${LOCK}`],
};
