import type { FaultWords } from "../fault-words.ts";

const HOOK =
  "(?:mutat(?:ing|ion) (?:admission )?(?:web-?hook ?configurations?|web-?hooks?)(?: configurations?)?|mutating ?webhook ?configurations?|(?:admission )?web-?hooks?(?: configurations?)?)";

const CHANGES =
  "(?:mutat\\w+|chang(?:es?|ing)|rewrit(?:es?|ing)|overrid(?:es?|ing)|overwrit(?:es?|ing)|lowers?|lowering|shrinks?|shrinking|reduc(?:es?|ing)|caps?|capping|sets?|setting|injects?|injecting|stamps?|stamping|gives?|giving|patch(?:es|ing)|forc(?:es?|ing)|limits?)";

const MEMORY = "(?:memory(?: limits?| resources?)?|resource limits?|limits?|resources|oom)";

export const words: FaultWords = {
  on: "mutatingwebhookconfiguration",
  patterns: [
    `mutat(?:ing|ion) (?:admission )?web-?hooks?(?: ?configurations?)?(?:~${CHANGES})?(?:~${MEMORY})?`,
    `${HOOK}~${CHANGES}~(?:${MEMORY}|new pods|pods?)(?:~${MEMORY})?`,
    `${MEMORY}~(?:by|from|through) (?:an? |the )?(?:[\\w-]+ ){0,2}?${HOOK}`,
    `mutat(?:es?|ing|ed) (?:all |each |the )?(?:new )?pods?(?:~${MEMORY})?(?: limits?)?`,
    "web-?hook mutation",
    "admission mutation",
  ],
  fixes: ["(?:delete|remove|drop)~mutating ?web-?hook"],
};
