import type { FaultWords } from "../fault-words.ts";

const CPU = "(?:\\b(?:requests|limits)[. ])?\\bcpus?\\b(?:[- ](?:requests?|quota|limit|budget))?";
const QUOTA = "\\b(?:resource ?)?quotas?\\b";
const FULL =
  "(?:exceed\\w*|exhausted|used up|full|reached|at its limit|too (?:low|small|tight|little|strict)|no room|hit|less than|below|at most|only|maxed out|caps?|capped|limits?|limited|allows?|permits?)";

export const words: FaultWords = {
  on: "resourcequota",
  patterns: [
    `(?:\\b(?:no|without) (?:new )?pods?\\b[^;]{0,30}?)?(?:(?:exceeded|failed) )?${QUOTA}[^;]{0,90}?${CPU}(?:[^;]{0,90}?\\blimited\\b: requests[. ]cpu)?(?:~${FULL})?(?:~\\bpods?\\b)?`,
    `${CPU}[- ](?:resource ?)?quotas?\\b(?:~${FULL})?(?:~\\bpods?\\b)?`,
    `${FULL}~${CPU}~${QUOTA}`,
    `${CPU}~\\b(?:by|of|in|in the)\\b~${QUOTA}(?:~${FULL})?`,
  ],
  fixes: ["(?:raise|increase|lift|bump)~\\bcpu quota"],
};
