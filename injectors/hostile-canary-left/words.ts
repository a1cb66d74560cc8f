import type { FaultWords } from "../fault-words.ts";

/** Words for a release on trial. */
const CANARY = "(?:canary|canaries|trial (?:release|deployment|rollout)|preview (?:release|deployment)|release candidate|experiment\\w*)";

/** Words for what nobody took away. */
const LEFT =
  "(?:stale|leftover|left[- ]over|forgotten|abandoned|orphaned|lingering|stray|old|left (?:behind|over|running|in place)|never (?:removed|deleted|cleaned up|taken away))";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `${LEFT}(?: [\\w.-]+){0,2} ${CANARY}`,
    `${CANARY}~${LEFT}`,
    `${CANARY} (?:deployments?|pods?|workload|releases?|builds?)\\b`,
    `\\bis (?:a|the) (?:\\w+ )?${CANARY}`,
    `(?:second|extra|additional|parallel|duplicate) (?:deployment|workload|release)~(?:share|part|same labels|behind|requests|traffic)`,
    `${CANARY}~(?:takes?|gets?|receives?|serves?|answers?|fails?)`,
    `${LEFT}~(?:takes?|gets?|receives?|serves?|answers?)~(?:share|part|half|third|some) of (?:the |its )?(?:requests|traffic|calls)`,
    "stale[- ]canary",
  ],
  fixes: [`(?:delete|remove|take away|scale down|clean up)~${CANARY}`],
};
