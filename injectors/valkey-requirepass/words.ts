import type { FaultWords } from "../fault-words.ts";

const DEMANDS = "(?:demands?|requires?|wants|asks for|needs|expects?|insists on|enforces?)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "(?:--)?requirepass",
    "\\bnoauth\\b",
    `(?:redis|valkey|store|cache)\\S*~${DEMANDS}~(?:passwords?|auth\\b|authentication)`,
    `${DEMANDS} (?:a |an |its )?(?:new )?(?:passwords?|auth\\b|authentication)`,
    "passwords?~(?:was |is |has been |got |were )?(?:set|enabled|turned on|configured|added|switched on|put)~(?:\\bon\\b|\\bin\\b|\\bfor\\b|\\bto\\b)",
    "(?:auth|authentication|password(?: protection)?)(?:~(?:was|is|has been|got|were))? (?:enabled|turned on|switched on|activated)",
    "(?:enabled|turned on|switched on|activated|set) (?:auth\\b|authentication|a password|password protection)",
    "password[- ](?:required|protected|protection)",
    "(?:without|lacks?|lack|has no|have no|do not have|not have|not send|n't send|sends no|send no) (?:a |the |that |any )?passwords?",
  ],
  fixes: ["(?:remove|unset|disable|drop)~\\b(?:requirepass|password)\\b"],
  canCause: ["unauthorized"],
};
