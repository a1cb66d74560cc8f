import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  ofCaller: true,
  patterns: [
    "host[- ]?alias(?:es)?\\b(?:~(?:stale|old|wrong|outdated|dead|former|unused|\\d+\\.\\d+\\.\\d+\\.\\d+|(?:that )?no service (?:has|owns|uses)))?",
    "\\b(?:address|ip)\\b(?: of \\S+)?,? (?:that|which) no service (?:has|owns|uses)\\b",
    "/etc/hosts\\b",
    "\\bhosts[- ](?:file|entr(?:y|ies))\\b",
    "\\b(?:stale|static|hard-?coded|pinned|outdated)~(?:host ?names?|name (?:mapping|override)s?|hosts? (?:mapping|override|entry)s?)\\b",
  ],
  fixes: ["host[- ]?alias(?:es)?\\b", "/etc/hosts\\b"],
};
