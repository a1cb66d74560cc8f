import type { FaultWords } from "../fault-words.ts";

const VARIABLE = "(?:\\benv(?:ironment)?(?:[- ]?var(?:iable)?s?)?\\b|\\bvariables?\\b|(?<!setting )\\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\\b)";
const TWICE =
  "(?:twice|two times|(?:a )?second (?:time|definition|entry|value)|double|doubly|duplicat\\w+|shadow\\w*|two (?:definitions|entries|values)|more than once|redefin\\w+)";

export const words: FaultWords = {
  on: "workload",
  ofCaller: true,
  patterns: [
    `${VARIABLE}~${TWICE}(?:~(?:the )?(?:last|second|later) (?:one|definition|value|entry)?~(?:wins|counts|overrides|is wrong|points))?`,
    `${TWICE}~${VARIABLE}(?: variables?)?(?: (?:in|of) (?:the|its) env(?:ironment)?\\b)?`,
    `(?:overrid\\w+|overwrit\\w+|hid(?:es|den|ing)|mask\\w*)~(?:first|previous|earlier|original|right|correct) (?:definition|entry|value)`,
    `(?:later|second|last|appended|added) (?:definition|entry|value)~(?:overrides?|hides?|wins|shadows?|masks?|counts)`,
  ],
  fixes: ["(?:remove|delete|drop)~(?:duplicate|second|extra)~(?:env\\w*|variable|definition|entry)"],
};
