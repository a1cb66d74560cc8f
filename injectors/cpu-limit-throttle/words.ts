import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "\\bcpu[- ]?(?:limits?|caps?|ceiling|throttl\\w*|quota limit)\\b(?:~(?:too (?:low|small|tight)|not enough))?",
    "\\bcfs\\b~(?:throttl\\w*|quota)",
    "throttl\\w+(?:~\\bcpu\\b(?:[- ]limits?)?)?",
    "limits?[.:=]+ ?cpu",
    "(?:limits?|limited|capped|caps?|ceiling)\\b~(?:\\bcpu\\b|\\b\\d+m\\b|millicores?)",
    "\\b\\d+(?:m| millicores?) (?:of )?(?:cpu )?(?:limit|cap|ceiling)\\b",
    "\\bcpu~(?:limited to|capped|\\bcap\\b)",
  ],
  weak: [
    "(?:too little|not enough|insufficient) (?:cpu|processor)(?! requests?)",
    "(?:starved (?:of|for) cpu|cpu[- ]starv\\w+)",
    "(?:only|just) (?:allowed|given|granted|gets|got|may use) \\d+m\\b",
  ],
  fixes: ["(?:raise|increase|lift|remove|restore|bump|double)~\\bcpu[- ]limit", "--limits=cpu"],
};
