import type { FaultWords } from "../fault-words.ts";

const QUOTA = "\\b(?:resource ?)?quotas?\\b(?: [\\w-]+)?";

/** Words for what a roll-out needs beside the old pods. */
const SURGE =
  "(?:\\broll-?outs?\\b|\\brolling[- ]?updates?\\b|\\bsurge\\b|\\bmax ?surge\\b|\\bmax ?unavailable\\b|\\bextra pod\\b|\\badditional pod\\b)";

/** Words for what is full. */
const FULL =
  "(?:exceed\\w*|exhausted|used up|full|reached|too (?:low|small|tight|few)|no (?:room|more|further)|leaves? no|hit|exactly|only|caps?|limits?|limited|allows?|refus\\w*|forbid\\w*|den(?:y|ies|ied)|block\\w*|deadlock\\w*|stuck|hangs?)";

/** Things that other quotas count. */
const OTHER = "(?:\\breplica[- ]?sets?\\b|\\bcount/)";

const BETWEEN = `(?:(?!${OTHER})[^;]){0,110}?`;

export const words: FaultWords = {
  on: "resourcequota",
  patterns: [
    `${QUOTA}${BETWEEN}${SURGE}(?:[^;]{0,60}?${SURGE})?(?:~${FULL})?(?:~\\bpods?\\b)?(?:~${QUOTA})?`,
    `${SURGE}${BETWEEN}${QUOTA}(?![^;]{0,80}${OTHER})(?:~${FULL})?(?:~\\bpods?\\b(?:=\\d+)?)?(?:[^;]{0,70}?\\blimited\\b: pods=\\d+)?`,
    "roll-?out[- ]?quota",
    "quota[- ]?(?:roll-?out|surge)",
  ],
  fixes: ["(?:raise|increase|lift|bump)~\\bquotas?\\b~\\b(?:surge|roll-?outs?)\\b"],
};
