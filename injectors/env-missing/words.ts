import type { FaultWords } from "../fault-words.ts";

/** A variable, by the word or by a name such as one has; `label env=prod` and `user@hotel_geo` are none. */
const VARIABLE =
  "(?:\\benv(?:ironment)?(?:[- ]?var(?:iable)?s?)?\\b(?!=)|\\bvariables?\\b|(?<!setting )(?<![@./\\w-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+\\b)";
/** Words for what is not set; of a host one says that it does not exist. */
const LACKING =
  "(?:missing|deleted|removed|vanished|disappeared|dropped|wiped|absent|gone|not set|isn't set|never set|unset|undefined|not defined|not (?:provided|supplied|there|present)|taken (?:away|out)|no longer (?:set|there|defined))";
const LACKS = "(?:lacks?|lacking|is missing|missing|without|no longer has|has no|have no|needs|requires)";

export const words: FaultWords = {
  on: "workload",
  ofCaller: true,
  patterns: [
    `${VARIABLE}(?: ${VARIABLE})?~\\b${LACKING}\\b(?:~\\benv(?:ironment)?\\b(?!=))?`,
    `\\b${LACKS}\\b(?: [\\w']+){0,3} ${VARIABLE}(?: variable| ${VARIABLE})?(?:~\\b${LACKING}\\b)?(?: (?:in|from|of) (?:the|its) env(?:ironment)?\\b)?`,
    `\\b(?:missing|unset|removed|undefined)(?: its| an| the)? (?:[\\w-]+ )?env(?:ironment)?\\b(?!=)(?: ?var(?:iable)?s?)?`,
    `\\b(?:removed|deleted|dropped|lost)(?: [\\w']+){0,3} ${VARIABLE}(?: variable| ${VARIABLE})?`,
    "\\benv(?:ironment)?[- ](?:var(?:iable)?[- ])?(?:missing|absent|not[- ]set|unset|removed|deleted)\\b",
  ],
  fixes: ["(?:set|add|put back|restore)~\\b(?:env(?:ironment)?|variable|[a-z0-9]+_(?:addr|port|host))\\b"],
};
