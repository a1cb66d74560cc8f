import { ABSENT, type FaultWords, WRONG } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `readiness(?:[- ]?(?:probes?|checks?))?(?:~(?:${WRONG}|${ABSENT}|not (?:listen|serv|answer|respond|pass|succeed)\\w*|no(?:body|thing| one)? (?:listens|serves|answers)))?`,
    "readyz",
    "ready (?:probe|check)",
  ],
  weak: ["(?:health ?checks?|probes?)~(?:unready|not ready|out of (?:rotation|the endpoints)|never (?:become|get)\\w* ready)"],
  fixes: ["readiness"],
  canCause: ["probe-fails"],
};
