import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "connection[- ](?:exhaustion|limits?|caps?|quota)(?:~(?:too (?:low|small)|reached|exhausted))?",
    "(?:too many |max(?:imum)?[-_ ]?)(?:number of )?connections?\\b(?:~(?:too (?:low|small)|reached|exhausted))?",
    "max[-_]connections",
    "(?:allows?|accepts?|permits?|limited to|takes?|capped at|limits?)~(?:only |just )?\\d+ (?:client |simultaneous |concurrent )?connections?\\b",
    "(?:too few|not enough) (?:\\w+ )?connections?\\b",
    "(?:runs?|running|ran|is|are|was) out of (?:\\w+ )?connections?\\b",
    "\\bconnections (?:of \\S+ |on \\S+ )?(?:are |were |have been )?(?:all )?(?:exhausted|used up)",
  ],
  fixes: ["(?:raise|increase|restore|lift)~(?:max_connections|connection limit)"],
};
