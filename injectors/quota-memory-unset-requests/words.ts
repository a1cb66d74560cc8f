import type { FaultWords } from "../fault-words.ts";

/** Words by which a pod leaves an amount open. */
const SAYS = "(?:without|lacks?|lacking|no|must|demands?|requires?|needs?|says?|specif\\w+|sets?|declares?)";

const MEMORY = "(?:\\b(?:requests?|limits?)[. ])?\\bmemory\\b(?:[- ](?:requests?|limits?|amounts?))?";

const UNSAID =
  "\\b(?:not|n't|never|none|mandatory|compulsory|unset|missing|required|demanded|must)\\b(?: (?:be )?(?:set|specif\\w+|named?|declared?|said|given|have))?";

const QUOTA = "(?<!\\bno |\\bnot an? )\\b(?:resource ?)?quotas?\\b";

export const words: FaultWords = {
  on: "resourcequota",
  patterns: [
    `${QUOTA}[\\s\\S]{0,110}?${MEMORY}(?:[\\s\\S]{0,50}?${MEMORY}){0,2}(?:[^;]{0,40}?${UNSAID})?`,
    `(?<![\\w-])(?:${SAYS}\\b[^,;]{0,20}?)?${MEMORY}[^.]{0,80}${QUOTA}`,
    "must specify (?:(?:requests|limits)\\.)?memory",
    "\\bmemory\\b[- ](?:resource ?)?quotas?\\b",
  ],
  fixes: ["(?:delete|remove|drop|relax)~\\bmemory quota", "\\bmemory\\b~\\b(?:limit ?range|default requests?)"],
};
