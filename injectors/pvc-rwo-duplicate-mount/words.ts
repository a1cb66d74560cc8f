import type { FaultWords } from "../fault-words.ts";

/** Words for what pods share, without those for a claim's name. */
const VOLUME = "(?:volumes?|disks?|persistent ?volumes?|pvs?)";

/** A claim that is named for its mode of access. */
const SINGLE = `(?:read-?write-?once\\b|\\brwo\\b)(?:[- ](?:${VOLUME}|pvcs?|persistent ?volume ?claims?|volume claims?|claims?|mounts?))?`;

const SEVERAL = "(?:several|many|multiple|two|three|four|more than one|both|all|\\d+|second|other|surplus|extra|further)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "multi-?attach(?:[- ]error)?(?: for volume)?",
    SINGLE,
    `${SINGLE}~(?:anti-?affinity|${SEVERAL} (?:pods|replicas|instances|nodes))`,
    `${SEVERAL} (?:pods|replicas|instances)~${SINGLE}`,
    `${SINGLE}~anti-?affinity~${SEVERAL} (?:pods|replicas|instances)`,
    "access ?modes?",
    `${SEVERAL} (?:pods|replicas|instances)~(?:share|want|need|mount|use|claim)\\w*~\\b(?:one|same|single|a)\\b~\\b${VOLUME}\\b`,
    `\\b${VOLUME}\\b~(?:one|single) (?:node|pod|worker|replica)\\b(?: (?:alone|only|at a time))?(?:~${SEVERAL} (?:pods|replicas|nodes))?`,
    `duplicate~(?:mounts?|${VOLUME} mounts?)\\b`,
    `\\b${VOLUME}\\b~mounted twice`,
  ],
  fixes: ["read-?write-?many", "\\brwx\\b", "access ?mode"],
  canCause: ["pending"],
};
