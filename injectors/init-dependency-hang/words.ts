import { ABSENT, type FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `\\binit[- ]?containers?(?:~(?:wait\\w*|hang\\w*|stuck|block\\w*|never|forever|does not|doesn't|loops?)(?:~(?:${ABSENT}|never|cannot be resolved|can't be resolved|does not resolve|doesn't resolve|nxdomain))?)?`,
    "\\binit:0/\\d",
    "(?:waits?|waiting|stuck|hangs?|hanging|blocked)~\\b(?:\\binit\\b|initiali[sz]\\w+)(?! containers?)",
    "\\binit[- ]?(?:step|phase|dependency|wait)\\b",
  ],
  fixes: ["(?:remove|drop|delete)~\\binit[- ]?containers?"],
  canCause: ["name-does-not-resolve"],
};
