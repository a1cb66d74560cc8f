import { ABSENT, type FaultWords, WRONG } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `liveness(?:[- ]?(?:probes?|checks?))?(?:~(?:${WRONG}|${ABSENT}|not (?:listen|serv|answer|respond|pass|succeed)\\w*|no(?:body|thing| one)? (?:listens|serves|answers)))?`,
    "livez",
  ],
  weak: ["(?:health ?checks?|probes?)~(?:restart|kill)\\w*"],
  fixes: ["liveness"],
  canCause: ["out-of-memory", "probe-fails"],
};
