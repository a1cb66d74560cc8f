import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "name-server",
  patterns: [
    "(?:dns )?zone~(?:nxdomain|den(?:y|ies|ied)|blackhol\\w+|blocked)",
    "nxdomain~(?:whole |entire )?zone\\b",
    "nxdomain (?:for|on|to) (?:all|every|any)\\b(?:~(?:names?|lookups?|quer\\w+|services?|zone))?",
    "(?:all|every)(?: \\w+)? (?:dns )?(?:names?|lookups?|quer(?:y|ies))~(?:nxdomain|den(?:y|ied))",
  ],
  fixes: ["(?:remove|drop|delete)~zone\\b"],
};
