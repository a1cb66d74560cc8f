import type { FaultWords } from "../fault-words.ts";

/** Words for what never comes to an end. */
const ENDLESS =
  "(?:never|forever|for ever|hang\\w*|hung|stuck|block\\w*|does not|doesn't|endless\\w*|infinit\\w*|sleeps?|tail -f|wait\\w*|no end)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `\\bpost-?start\\b(?:[- ]?(?:lifecycle )?(?:hooks?|handlers?|commands?|exec\\b))?(?:~${ENDLESS}(?:[- ](?:end|finish|complete|return|exit|command|program|loop)\\w*)?)?`,
    `(?:${ENDLESS} (?:in|on|by) )(?:the |its |an? )?(?:post-?start|lifecycle|start-?up hook)(?:[- ]?hooks?)?`,
    `\\blifecycle[- ]?hooks?\\b(?:~${ENDLESS}(?:[- ](?:end|finish|complete|return|exit|command|program|loop)\\w*)?)?`,
    "\\blifecycle\\.(?:post-?start|pre-?stop)\\b",
    "failedpoststarthook",
    "poststarthookerror",
  ],
  fixes: ["post-?start"],
  canCause: ["container-cannot-be-created"],
};
