import type { FaultWords } from "../fault-words.ts";
import { oversizedRequestPatterns } from "../oversized-request-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    ...oversizedRequestPatterns("(?:v?cpus?|cores?|processors?|millicores?)"),
    "\\b(?:requests?|requested|requesting|asks? for|asking for|wants?|demands?|reserves?) (?:as many as |all of )?\\d+m?(?: whole| full)? (?:v?cpus?|cores?|millicores?|processors?)\\b(?:~\\b(?:no|any) (?:node|worker)s?\\b)?",
  ],
  fixes: ["(?:lower|reduce|decrease|shrink|cut)~\\b(?:cpu|core) requests?"],
  canCause: ["pending"],
};
