import type { FaultWords } from "../fault-words.ts";

/** ReplicaSets as what is counted: the one that cannot create its pods is none of these. */
const SETS =
  "(?:\\bcount/replicasets(?:[. ]apps)?|\\breplica[- ]?sets\\b|\\b(?:another|new|further|more) replica[- ]?set\\b|\\breplica[- ]?set[- ](?:count|number|limit)\\b)";
const QUOTA = "\\b(?:resource ?)?quotas?\\b";
const FULL =
  "(?:exceed\\w*|exhausted|used up|full|reached|at its limit|too (?:low|small|tight|few|strict)|no (?:room|more|further)|hit|fewer than|at most|only|maxed out|caps?|capped|limits?|limited|allows?|permits?|refuses?|forbids?)";

export const words: FaultWords = {
  on: "resourcequota",
  patterns: [
    `(?:(?:exceeded|failed) )?${QUOTA}[^;]{0,110}?${SETS}(?:[^;]{0,90}?\\blimited\\b: ${SETS})?(?:~${FULL})?`,
    `${FULL}~${SETS}~${QUOTA}(?:~${FULL})?`,
    `${SETS}~\\bby\\b~${QUOTA}(?:~${FULL})?`,
    `\\breplica[- ]?sets?[- ]quota\\b(?:~${FULL})?`,
    `${QUOTA}~\\b(?:number|count)s? of (?:api )?objects?(?:~${FULL})?`,
    `\\bobject[- ]?counts?\\b(?:~${QUOTA})?(?:~${FULL})?`,
    `${QUOTA}~object[- ]?counts?(?:~${FULL})?`,
    `(?:failed to create new replica ?set|replica ?set ?create ?error)~exceeded quota(?::? (?:quota/)?[\\w-]+)?(?:~${SETS})?`,
  ],
  fixes: ["(?:raise|increase|lift|bump)~\\bquotas?\\b~replica ?sets?"],
};
