import type { FaultWords } from "../fault-words.ts";

const ENDPOINT = "\\b(?:endpoint ?slices?|endpoints?|addresses|address|backends?|(?:pod )?ips?)\\b";
const DEAD = "(?:stale|dead|old|outdated|left[- ]?over|orphan(?:ed)?|former|obsolete)";
const GONE = "(?:gone|deleted|terminated|recycled|replaced|no longer (?:exists?|runs?)|(?:does not|doesn't|do not|don't) exist)";

export const words: FaultWords = {
  on: "service",
  patterns: [
    `\\b${DEAD}(?: [\\w-]+){0,2} (?:endpoint ?slices?|endpoints?|pod (?:ips?|address(?:es)?))\\b`,
    `\\b(?:second|extra|additional|further|custom|unmanaged|foreign)(?: [\\w-]+){0,2} endpoint ?slices?\\b(?:~${DEAD}~${ENDPOINT})?(?:~${GONE})?`,
    `\\bendpoint ?slices?\\b~(?:nobody|no controller|not managed|unmanaged|left over|left behind|was left|forgotten)(?:~${DEAD}~${ENDPOINT})?`,
    `(?:share|half|part|some|a third) of (?:the |its |all |new )*(?:requests|connections|traffic|calls)~${DEAD}~${ENDPOINT}`,
    `${ENDPOINT}~\\b(?:of|from|for|to)~pods?~${GONE}`,
  ],
  fixes: [`(?:delete|remove|drop|empty)~(?:${DEAD}|extra|second|unmanaged)(?: [\\w-]+){0,2} endpoint ?slice`],
};
