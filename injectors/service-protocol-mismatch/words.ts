import { CHANGED, type FaultWords, WRONG } from "../fault-words.ts";

export const words: FaultWords = {
  on: "service",
  patterns: [
    "\\budp\\b(?:~(?:instead of|not|rather than|and not|where|while|but)~\\btcp\\b)?",
    "\\btcp\\b~(?:not|no longer|n't) (?:served|accepted|taken|forwarded|exposed|in the service)",
    `(?:${WRONG}|different|other|unsupported) (?:\\w+ )?protocol\\b`,
    `\\bprotocols?\\b~(?:${WRONG}|${CHANGED}|mismatch\\w*|differs?|does not match|doesn't match)`,
    "protocol[- ]mismatch",
  ],
  fixes: ["(?:restore|correct|fix|put|set|change|revert|switch)~\\bprotocol\\b"],
};
