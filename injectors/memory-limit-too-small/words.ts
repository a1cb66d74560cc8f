import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "mem(?:ory)?[- ]?limits?(?:~(?:not (?:enough|sufficient)|too (?:low|small|tight)))?",
    "limits?[.:=]+ ?mem\\w*",
    "(?:limit|cap|ceiling)\\w*~\\bmemory\\b(?! request)",
    "\\bmemory~(?:\\bcap\\b|capped|ceiling|limited to|\\blimit\\b)",
    "(?:limit|limited|cap|capped|ceiling)\\b~\\d+ ?(?:mi|mib|mb|megabytes?)\\b",
    "\\d+ ?(?:mi|mib|mb|megabytes?) (?:of )?(?:memory |ram )?(?:limit|cap|ceiling)\\b",
    "(?:only|just) (?:allowed|given|granted|got|gets) \\d+ ?(?:mi|mib|mb|megabytes?)\\b",
    "(?:may|can|allowed to) (?:only )?use (?:only )?\\d+ ?(?:mi|mib|mb|megabytes?)\\b",
  ],
  weak: [
    "\\b(?:oom\\w*|killed|dies)(?: \\w+)? (?:at|with|by|above|beyond|over) \\d+ ?(?:mi|mib|mb|megabytes?)\\b",
    "(?:given|allowed|granted|allotted|gets?|got|has|had|with|wants?) (?:only |just |merely |a mere |at most )?\\d+ ?(?:mi|mib|mb|megabytes?)\\b(?:~(?:limit|at most|not enough))?",
    "(?:low|small|tight|tiny) limit\\b",
    "(?:too little|not enough|insufficient|less) (?:memory|ram)(?: than~need\\w*)?(?! on)",
    "starved of memory",
    "memory[- ]starv\\w+",
    "\\blimits?~too (?:low|small|tight)",
  ],
  fixes: ["(?:raise|increase|lift|remove|restore|bump|double)~memory", "--limits=memory"],
  canCause: ["out-of-memory", "probe-fails"],
};
