import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "node",
  patterns: [
    "kubelet-(?:crash|down)",
    "kubelet~(?:stop|crash|dead|died|fail|\\bdown\\b|not running|broken)\\w*",
    "\\bnode(?: [\\w-]+)? (?:is |was |went )?(?:down|notready|not ready|offline|crash\\w*|dead|failed)",
  ],
  fixes: ["(?:start|restart)~\\bkubelet\\b"],
};
