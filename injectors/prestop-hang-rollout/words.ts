import type { FaultWords } from "../fault-words.ts";

/** Words for what takes far too long. */
const LONG =
  "(?:sleeps?|hang\\w*|hung|too long|long|slow\\w*|hours?|minutes|\\d+ ?s(?:ec\\w*)?\\b|block\\w*|hold\\w*|never|terminating|stuck)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `\\bpre-?stop\\b(?:[- ]?(?:lifecycle )?(?:hooks?|handlers?|commands?|exec\\b|sleeps?))?(?:~${LONG})*`,
    `${LONG}~\\bpre-?stop\\b(?:[- ]?hooks?)?`,
    "\\btermination ?grace ?period(?: ?seconds)?\\b(?:~(?:too long|\\d{4,}|hours?))?",
  ],
  fixes: ["pre-?stop"],
};
