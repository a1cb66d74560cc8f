import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "job",
  patterns: [
    "memory[- ]flood\\w*",
    "\\bflood(?:s|ed|ing)?\\b(?=[^.]*\\b(?:values?|keys?|memory|killed|valkey|redis)\\b)",
    "\\b(?:store|cache|valkey|redis)~flooded",
    "\\bflood of (?:keys|values|writes)",
    "(?:fills?|filled|filling)~(?:memory|valkey|redis|store|cache)\\b",
    "(?:writes?|wrote|writing|sets?|pushes|stores?|inserts?|loads?)~(?:keys|values|entries|data)~(?:without (?:an )?end|endless\\w*|forever|non[- ]?stop|until\\b|in a loop|again and again)",
    "(?:endless|infinite|unbounded) (?:\\w+ ){0,2}(?:writes?|loop|keys|import)\\b",
    "(?:exhausts?|exhausted|exhausting|uses? up|used up|eats?)~memory of\\b",
  ],
  fixes: ["stop~(?:flood|writer|import)"],
  canCause: ["out-of-memory"],
};
