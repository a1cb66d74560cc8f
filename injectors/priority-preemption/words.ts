import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "priorityclass",
  patterns: [
    "\\bpriority ?class(?:es)?\\b(?: [\\w-]+)?(?:~\\bglobal ?default\\b)?(?:~\\bpreempt\\w*)?",
    "\\bglobal ?default\\b(?:~\\bpriority(?: ?class)?\\b)?",
    "\\bpreempt(?:ed|s|ing|ion)?\\b(?: by)?(?:~\\bpriorit(?:y|ies)\\b)?",
    "(?:lowest?|lower|negative|wrong|default) (?:pod )?priorit(?:y|ies)\\b(?:~\\bpreempt\\w*)?",
    "\\bpriorit(?:y|ies)\\b~\\bpreempt\\w*",
  ],
  fixes: ["global ?default", "priority ?class"],
  canCause: ["pending"],
};
