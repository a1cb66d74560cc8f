import type { FaultWords } from "../fault-words.ts";

/** Words for all pods at once. */
const ALL =
  "(?:\\b(?:all|every|each|the last)\\b(?: (?:of )?(?:the |its |old |running |\\d+ )*(?:pods?|replicas?|instances?|one|of them))?|\\b100 ?%|at once|too (?:high|large|aggressive|permissive)|no (?:pod|replica)s?|\\bnone\\b|\\bzero\\b)";

/** A bound of a roll-out, but for one by which no pod goes. */
const BOUND = "(?:max[- ]?unavailable(?!(?: is| of| at| =|=|:| to)* ?0(?!\\d))|max[- ]?surge)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `(?:rolling[- ]?|roll-?out[- ]?|deployment[- ]?)?(?:update[- ]?)strateg(?:y|ies)(?:~${ALL})?`,
    `(?:roll-?out|rolling|deployment) strateg(?:y|ies)(?:~${ALL})?`,
    `${BOUND}(?:~(?:${BOUND}|${ALL}))*`,
    `(?:roll-?outs?|rolling[- ]?updates?|updates?)~(?:drain\\w*|takes?|took|kill\\w*|terminat\\w*|remov\\w*|stop\\w*|delet\\w*|scal\\w+)~${ALL}`,
    "rolling[- ]?update (?:is |was )?(?:mis-?configured|misconfiguration|drains?)",
  ],
  fixes: ["max[- ]?unavailable", "(?:roll-?out|update) strategy"],
};
