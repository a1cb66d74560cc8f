import { ABSENT, type FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `service ?accounts?(?:names?)?(?![\\w-])(?:~(?:${ABSENT}|missing|nobody|never created|was not created|wasn't created|does not|doesn't))?`,
    `(?:${ABSENT}|missing|unknown|no such) (?:[\\w-]+ )?service ?account`,
    "error looking up service account",
  ],
  fixes: ["service ?account"],
};
