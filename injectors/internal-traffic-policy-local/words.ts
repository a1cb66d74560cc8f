import type { FaultWords } from "../fault-words.ts";

const OWN_NODE =
  "(?:(?:the )?(?:caller|client)(?:s|'s|s')?(?:'s)? (?:own )?nodes?|(?:the|its|their|that|an?) (?:same|own|local) (?:node|machine)|same[- ]node|node[- ]local|local (?:pods?|endpoints?|node|backends?))";

export const words: FaultWords = {
  on: "service",
  patterns: [
    "(?:internal ?)?(?<!external ?)traffic ?polic(?:y|ies)\\w*(?:~\\blocal\\b)?",
    `(?:only|alone|just)~(?:send|route|forward|deliver|reach|serve|balance|go|use)\\w*~${OWN_NODE}`,
    `(?:sends?|routes?|forwards?|delivers?|balances?|goes|serves?|uses?|reach(?:es|able)?)\\b~(?:only|alone|just)~${OWN_NODE}`,
    `(?:sends?|routes?|forwards?|delivers?|balances?|goes|serves?)\\b~${OWN_NODE}(?: (?:only|alone))?`,
    `\\b(?:callers?|clients?|pods?) on (?:other|different|another) nodes?~(?:cannot|can't|not|dropped|no (?:local )?endpoints?|time out|timeouts?|cut off)(?:~${OWN_NODE})?`,
    "\\bno (?:local|node-local) endpoints?",
    "\\b(?:traffic|routing)\\b~(?:restricted|limited|confined) to (?:the )?(?:local|same|node-local) ?(?:node|pods?|endpoints?)?",
  ],
  fixes: ["(?:set|change|switch|restore|revert)~\\btraffic ?polic(?:y|ies)"],
};
