import type { FaultWords } from "../fault-words.ts";

/** Services as what is counted: the one that cannot come back is none of these. */
const SERVICES =
  "(?:\\bcount/services\\b|\\bservices\\b(?:=\\d+)?|\\b(?:another|new|further|more) service\\b|\\bservice[- ](?:count|number|limit)\\b)";
const QUOTA = "\\b(?:resource ?)?quotas?\\b";
const FULL =
  "(?:exceed\\w*|exhausted|used up|full|reached|at its limit|too (?:low|small|tight|few|strict)|no (?:room|more|further)|hit|fewer than|at most|only|maxed out|caps?|capped|limits?|limited|allows?|permits?|refuses?|forbids?)";

export const words: FaultWords = {
  on: "resourcequota",
  patterns: [
    `(?:(?:exceeded|failed) )?${QUOTA}[^;]{0,110}?${SERVICES}(?:[^;]{0,90}?\\blimited\\b: ${SERVICES})?(?:~${FULL})?`,
    `${FULL}~${SERVICES}~${QUOTA}(?:~${FULL})?`,
    `${SERVICES}~\\bby\\b~${QUOTA}(?:~${FULL})?`,
    `\\bservices?[- ]quota\\b(?:~${FULL})?`,
    `${QUOTA}[- ](?:on[- ])?services?\\b`,
  ],
  fixes: ["(?:raise|increase|lift|bump)~\\bquotas?\\b~services"],
};
