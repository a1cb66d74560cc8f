import type { FaultWords } from "../fault-words.ts";

const HOOK = "(?:(?:validating|admission) )*(?:validating ?webhook ?configurations?|web-?hooks?)(?: configurations?)?";

/** Words for a webhook that nobody answers. */
const DEAD =
  "(?:without (?:an? |any )?(?:backend|server|service)|(?:has|with) no (?:backend|server|service|endpoints?)|no (?:such )?(?:backend|server|service)|not found|does not exist|doesn't exist|non-?existent|missing|unreachable|down|dead|cannot be (?:asked|called|reached)|can't be (?:asked|called|reached)|fails?|failing|nobody answers|unavailable|outage)";

export const words: FaultWords = {
  on: "validatingwebhookconfiguration",
  patterns: [
    `${HOOK}(?:~${DEAD})?`,
    // Its Service is part of what is said of it, and no Service of the app that is gone.
    `${HOOK}[^.;]{0,110}?\\b(?:its |an? |the |no )?(?:missing |non-?existent )?(?:backend |webhook )*service\\b(?: (?:that|which))?(?:~${DEAD})?`,
    `failed calling web-?hook(?:~${DEAD})?`,
    "failed to call web-?hook(?:~not found)?",
  ],
  fixes: ["(?:delete|remove|drop)~web-?hook", "failure ?policy"],
};
