import { type FaultWords, WRONG } from "../fault-words.ts";

/** Words for what the two sides speak. */
const SPOKEN = "(?:\\bg-?rpc\\b|\\bhttp\\b|http-?get|\\bprotocols?\\b|malformed)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `liveness(?:[- ]?(?:probes?|checks?))?(?:[.:]\\w+)*~${SPOKEN}(?:~(?:${SPOKEN}|${WRONG}|mismatch\\w*))*`,
    `(?:\\bhttp|\\bg-?rpc|\\bprotocols?)[- ](?:get )?(?:liveness[- ]?)?(?:probes?|health ?checks?)\\b(?:~\\bg-?rpc\\b)?`,
    `(?:${WRONG}|mismatch\\w*)[- ]protocol[- ](?:liveness[- ]?)?probes?`,
    "\\b(?:probes?|health ?checks?)~(?:speaks?|uses?|asks?|by|over|in|sends?) http\\b~\\bg-?rpc\\b",
    "malformed http response(?:~\\bg-?rpc\\b)?",
  ],
  fixes: ["liveness"],
  canCause: ["out-of-memory", "probe-fails"],
};
