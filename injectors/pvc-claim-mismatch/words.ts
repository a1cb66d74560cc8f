import { ABSENT, type FaultWords, WRONG } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `(?:\\bpvcs?\\b|persistent ?volume ?claims?|volume claims?|claim ?names?|\\bclaims?\\b)(?:~(?:${ABSENT}|missing|nobody|does not|doesn't|${WRONG}))?`,
    `(?:${ABSENT}|${WRONG}|missing|unknown|no such) (?:[\\w-]+ )?(?:pvc|persistent ?volume ?claim|volume claim|claim)\\b`,
  ],
  fixes: ["claim ?name", "\\bpvc\\b"],
  canCause: ["pending"],
};
