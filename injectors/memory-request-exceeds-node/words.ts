import type { FaultWords } from "../fault-words.ts";
import { oversizedRequestPatterns } from "../oversized-request-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    ...oversizedRequestPatterns("(?:mem(?:ory)?|ram)"),
    "\\brequest(?:s|ed|ing)?\\b (?:for |of |is |are |at |to )*\\d+ ?(?:gi|gib|gb|ti)\\b(?:~\\b(?:no|any) (?:node|worker)s?\\b)?",
    "\\b(?:asks?|asking|wants?|demands?|reserves?) (?:for )?\\d+ ?(?:gi|gib|gb|ti)\\b(?:~\\b(?:no|any) (?:node|worker)s?\\b)?",
  ],
  fixes: ["--requests=memory", "(?:lower|reduce|decrease|shrink|cut)~\\bmemory requests?"],
  canCause: ["pending"],
};
