import { CLAIM, VOLUME } from "../claim-words.ts";
import type { FaultWords } from "../fault-words.ts";

const TAKEN = "(?:bound to|taken|used by|claimed by|occupied|in use|belongs? to|owned by|held by|has already|assigned to|reserved for)";

const OTHERS =
  "(?:another|a different|different|other|someone else's|some other) (?:[\\w-]+ )?(?:pvcs?|persistent ?volume ?claims?|volume claims?|claims?)\\b(?: (?:pvc|persistentvolumeclaim)\\b)?";

export const words: FaultWords = {
  on: "persistentvolumeclaim",
  patterns: [
    `${VOLUME}~\\b${TAKEN}(?:~${OTHERS})?`,
    `${CLAIM}~${VOLUME}~\\b${TAKEN}(?:~${OTHERS})?`,
    `${CLAIM}~${VOLUME}~${OTHERS}~\\bhas\\b`,
    `(?:${VOLUME}~)?already bound(?: to~${OTHERS})?`,
    `${CLAIM}~\\bvolume ?name\\b(?:~${TAKEN}(?:~${OTHERS})?)?`,
    `${CLAIM}~\\bsame ${VOLUME}(?:~${OTHERS})?`,
    "\\b(?:pvs?|persistent ?volumes?|volumes?)[- ](?:already[- ])?(?:occupied|taken|bound|claimed)\\b(?:[- ]by[- ](?:another|other)[- ](?:claim|pvc))?",
    `\\boccupied (?:pvs?|persistent ?volumes?|volumes?)\\b(?:~${CLAIM})?`,
  ],
  fixes: ["volume ?name"],
  canCause: ["pending"],
};
