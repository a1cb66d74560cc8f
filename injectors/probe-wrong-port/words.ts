import { ABSENT, type FaultWords, WRONG } from "../fault-words.ts";

/** Words for a port on which nobody waits for connections. */
const CLOSED = `(?:${WRONG}|${ABSENT}|closed|not (?:open|listen|serv|answer|accept)\\w*|(?:nobody|nothing|no process|no one) (?:listens|is listening|answers))`;

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `liveness(?:[- ]?(?:probes?|checks?))?~(?:tcp[- ]?socket|\\btcp\\b|\\bports?\\b)(?:~${CLOSED})?`,
    `\\btcp[- ]?(?:socket )?liveness(?:[- ]?(?:probes?|checks?))?(?:~${CLOSED})?`,
  ],
  fixes: ["liveness"],
  canCause: ["out-of-memory", "probe-fails"],
};
