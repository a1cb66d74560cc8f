import type { FaultWords } from "../fault-words.ts";

const RANGE = "\\blimit ?ranges?\\b";

const MEMORY = "(?:mem(?:ory)?\\b|\\d+ ?(?:mi|mib|mb)\\b|oom\\w*)";

const TOO_SMALL = "(?:too (?:small|low|little|tight)|tiny|not enough|below|only|insufficient)";

export const words: FaultWords = {
  on: "limitrange",
  patterns: [
    `(?:\\b(?:oom\\w*|limits?|memory)\\b~)?${RANGE}(?!~(?:cpu|processors?|cores)\\b)(?:~${MEMORY})?(?:~${TOO_SMALL})?(?:~${MEMORY})?(?:~\\blimits?\\b)?(?:~\\blimits?\\b)?`,
    `${TOO_SMALL}~${MEMORY}~${RANGE}`,
    `\\bdefault mem(?:ory)? limits?\\b(?:~${RANGE})?(?:~${TOO_SMALL})?`,
    `\\bdefault limits? (?:of|for|on) mem(?:ory)?(?:~${RANGE})?(?:~${TOO_SMALL})?`,
    `${RANGE}~\\(?default (?:memory|limits?)~${MEMORY}`,
    "limit-?range[- ](?:default|memory|too)[\\w -]*",
  ],
  fixes: ["limit ?range"],
  canCause: ["out-of-memory", "probe-fails"],
};
