import type { FaultWords } from "../fault-words.ts";

const VOLUME =
  "\\b(?:volumes?|disks?|persistent ?volumes?|pvs?|pvcs?|persistent ?volume ?claims?|volume claims?|claims?)\\b(?! ?node[- ]?affin)";

const NODE = "(?:nodes?|workers?|hosts?|machines?)";

/** Words for what keeps pods on a node. */
const PINNED =
  "(?:\\bpin(?:s|ned)?\\b|node[- ]?selectors?|kubernetes\\.io/hostname|\\bbound\\b|\\btied\\b|restrict\\w*|must (?:be|run)|may (?:only )?(?:be|run)|only (?:be|run)|\\bwants?\\b|asks? for|requires?|\\bsen(?:t|ds)\\b)";

const OTHER = `(?:(?:another|a different|the other|the wrong|a wrong|different) ${NODE}|${NODE} (?:other )?than|elsewhere|somewhere else)`;

/** Words for where a volume is. */
const IS = "\\b(?:is|are|lives?|lies|sits|was|bound|local|stays|exists|located|reachable)\\b";

/** Words between the two halves of a conflict. */
const YET = "\\b(?:while|whereas|but|yet|and|so)\\b";

const CONFLICT = "volume[- ]node[- ]?affinity(?: conflicts?)?";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `(?:persistent ?)?${CONFLICT}(?:~node[- ]?selectors?|~kubernetes\\.io/hostname)?`,
    `${CONFLICT}~\\b${NODE}\\b`,
    `${PINNED}~${CONFLICT}`,
    "\\b(?:pvs?|persistent ?volumes?)(?:'s?)? node[- ]?affinity(?: conflicts?)?(?:~node[- ]?selectors?)?(?: kubernetes\\.io/hostname)?",
    `${VOLUME}~${IS}~${YET}~${PINNED}~${OTHER}`,
    `${VOLUME}~${IS}~\\b(?:on|to|from)\\b ${OTHER}(?:~${PINNED}(?:~asks?|~selects?)?)?`,
    `${VOLUME}~\\b(?:provisioned|created|made)\\b~\\bon ${OTHER}(?:~${PINNED})?`,
    `${PINNED}~${YET}~${VOLUME}~${IS}~\\b(?:on|to)\\b(?: ${OTHER}|~${NODE}\\b)?`,
    `${PINNED}~${OTHER}~${VOLUME}(?: is\\b)?`,
    `${VOLUME} on ${OTHER}`,
    `${PINNED}~\\b${NODE}\\b~(?:without|does not have|doesn't have|cannot reach|can't reach|does not reach|doesn't reach|that lacks|away from)~${VOLUME}`,
  ],
  fixes: ["node[- ]?selector"],
  canCause: ["pending"],
};
