import { CLAIM } from "../claim-words.ts";
import type { FaultWords } from "../fault-words.ts";

const VOLUME = "\\b(?:pvs?|persistent ?volumes?|volumes?|disks?)\\b(?! claim)(?: (?:pv|persistentvolume)/\\S+)?";

const AMOUNT = "\\b\\d+ ?(?:gi?b?|ti?b?|mi?b?)\\b";

const SIZE = "(?:\\bcapacity\\b|\\bstorage requests?\\b|\\brequested (?:size|storage)\\b|\\bsize\\b)";

const SMALL =
  "(?:too small|smaller than|not (?:large|big) enough|less than|insufficient|only|not enough|does not (?:suffice|have)|doesn't have|(?:is|are) (?:only )?\\d)";

const LARGE = "(?:more (?:\\w+ )?than|larger than|bigger than|too (?:large|much|big)|greater than|exceeds?|beyond|above|over)";

export const words: FaultWords = {
  on: "persistentvolumeclaim",
  patterns: [
    `${CLAIM}~(?:${AMOUNT}|${SIZE})~(?:${VOLUME}~(?:${SMALL}|${AMOUNT})|(?:${SMALL}|${LARGE}|no)~${VOLUME})(?:~${AMOUNT})?`,
    `${CLAIM}[^;]{0,60}?${AMOUNT},? (?:but|while|whereas|and) [^;]{0,20}${VOLUME}[^;]{0,30}(?:${SMALL}|${AMOUNT})(?:~${AMOUNT})?`,
    `${CLAIM}~${LARGE}~${VOLUME}(?:~(?:${SIZE}|has|have|offers?|provides?))?`,
    `${VOLUME}~${SMALL}~${CLAIM}(?:~${AMOUNT}|~${SIZE})?`,
    `(?:${CLAIM}~)?(?:requested )?${VOLUME}~too small(?:~${CLAIM})?`,
    `${CLAIM}~${SIZE}~(?:too (?:large|big|high)|${LARGE}|mismatch)(?:~${VOLUME})?`,
    `${SIZE}~${CLAIM}~(?:too (?:large|big|high)|${LARGE}|mismatch)(?:~${VOLUME})?`,
    `${VOLUME}~${SIZE}~${SMALL}~${CLAIM}`,
    `\\bno ${VOLUME}~(?:large|big) enough(?:~${CLAIM})?`,
    "\\b(?:pvc|claim|volume|pv)[- ](?:capacity|size)[- ]?(?:mismatch|too[- ](?:small|large))",
    `\\bcapacity[- ]mismatch(?:~${CLAIM}(?:~${VOLUME})?)?`,
    `\\b(?:insufficient|too small)~(?:capacity|${VOLUME})~(?:${CLAIM})`,
    "\\b(?:insufficient|too little) (?:pv|volume) capacity\\b",
  ],
  fixes: ["(?:lower|reduce|shrink|decrease)~(?:storage request|size)"],
  canCause: ["pending"],
};
