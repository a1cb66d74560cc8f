import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "all-nodes",
  patterns: ["\\b(?:un)?taint(?:s|ed)?\\b(?:~(?:not tolerated|untolerated|no toleration))?", "tolerations?"],
  fixes: ["(?:remove|drop|take off|delete|lift)~\\btaints?\\b"],
};
