import type { FaultWords } from "../fault-words.ts";

/** Words for workloads that a Service has no business with. */
const OTHERS =
  "(?:(?:an)?other (?:apps?|applications?|workloads?|components?|deployments?|services?|backends?)|(?:several|two|both|different|more than one|unrelated|foreign) (?:different )?(?:workloads?|components?|deployments?|apps?))";

/** Words for their pods. */
const FOREIGN = `(?:(?:foreign|unrelated|${OTHERS}(?:'s?)?) pods?|\\bpods? (?:of|from|belonging to|that belong to) ${OTHERS}|${OTHERS})`;

const REACHES = "(?:selects?|picks? up|balances?|includes?|contains?|lists?|mix(?:es)?|spreads?|routes?|sends?|forwards?)";

export const words: FaultWords = {
  on: "service",
  patterns: [
    `\\bselectors?\\b~(?:match|select|pick|cover|fit|catch|include|share)\\w*~(?:${FOREIGN}|pods of [\\w-]+(?: and [\\w-]+| too| as well))`,
    `\\b${REACHES}\\b~${FOREIGN}`,
    "\\bselects?\\b~(?:pods of [\\w-]+ (?:and|as well as) [\\w-]+|[\\w-]+ pods (?:too|as well|also))",
    "\\bselectors?\\b~(?:too (?:broad|wide|general|loose)|overly broad|overlap\\w*|ambiguous|shared)",
    "(?:too|overly) (?:broad|wide|general|loose)(?: \\w+)? selectors?",
    "(?:broad|overlapping|ambiguous|shared) (?:\\w+ )?selectors?",
    "selector[- ]overlap(?:ping)?",
    "overlapping (?:service )?selector",
    "foreign (?:pods?|endpoints?|backends?)",
  ],
  fixes: ["(?:narrow|tighten|restrict)~\\bselectors?\\b"],
};
