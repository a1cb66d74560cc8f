import type { FaultWords } from "../fault-words.ts";

/** The level, as the labels and the server's refusals name it. */
const LEVEL = "(?:restricted|baseline)\\b(?::(?:latest|v1\\.\\d+))?";

export const words: FaultWords = {
  on: "own-namespace",
  patterns: [
    `pod[- ]?security(?:[- ]?(?:standards?|admission|levels?|polic(?:y|ies)|labels?|profiles?|violations?))*(?:[. ]kubernetes\\.io(?:/[\\w-]+)?)?(?:~${LEVEL})?(?: (?:level|profile|standard|policy))?(?: (?:forbids?|refuses?|rejects?|blocks?|denies|disallows))?`,
    "\\bpsa\\b(?: (?:labels?|levels?|polic(?:y|ies)))?",
    `\\bnamespaces?\\b~\\benforc\\w+~${LEVEL}(?: (?:level|profile|standard|policy))?`,
    `\\benforc\\w+[ =:]+(?:the )?${LEVEL}`,
    `${LEVEL} (?:pod )?(?:security )?(?:level|profile|standard)`,
  ],
  fixes: ["pod[- ]?security", "\\benforce\\b~\\blabel"],
};
