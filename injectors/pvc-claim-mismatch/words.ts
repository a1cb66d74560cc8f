import { ABSENT, type FaultWords, WRONG } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `(?:\\bpvcs?\\b(?!-(?:class|selector|access))|persistent ?volume ?claims?|volume claims?|claim ?names?|\\bclaims?\\b)(?!~storage ?class)(?:~(?:${ABSENT}|missing|nobody|does not|doesn't|${WRONG}))?`,
    `(?:${ABSENT}|${WRONG}|missing|unknown|no such) (?:[\\w-]+ )?(?:pvc|persistent ?volume ?claim|volume claim|claim)\\b`,
  ],
  fixes: ["claim ?name", "\\bpvc\\b"],
  canCause: ["pending"],
};
