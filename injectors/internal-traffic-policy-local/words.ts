import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "service",
  patterns: [
    "internal[- ]?traffic[- ]?polic\\w*(?:~(?:local|cluster))?",
    "(?<!external )(?<!external-)traffic[- ]?polic\\w*(?:~local)?",
    "(?:only|just|solely|restricted|limited|confined|keeps?)~(?:pods?|endpoints?|backends?)~(?:same|own|local|caller's|callers'|client's|clients'|that) nodes?",
    "(?:node-local|local) (?:endpoints?|traffic|routing|pods?)(?: only)?",
    "(?:same|own|caller's|client's) node~(?:only|alone)",
    "(?:callers?|clients?|pods) on (?:other|different|another|remaining|the other) nodes?\\b",
  ],
  fixes: ["(?:restore|correct|fix|put|set|change|revert|switch)~traffic[- ]?polic\\w*"],
};
