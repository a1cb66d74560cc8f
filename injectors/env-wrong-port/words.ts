import { CHANGED, type FaultWords, WRONG } from "../fault-words.ts";

const VARIABLE =
  "(?:\\benv(?:ironment)?[- ]?(?:var(?:iable)?s?|settings?|values?)?\\b|(?<!setting )\\b[a-z][a-z0-9]*(?:_[a-z0-9]+)*_(?:addr|address|port|host|endpoint|url)\\b)";
const ADDRESS = "(?:\\bport\\b(?: number)?|\\baddress\\b|\\bendpoint\\b|:\\d{1,5}\\b)";

export const words: FaultWords = {
  on: "workload",
  ofCaller: true,
  patterns: [
    "\\benv(?:ironment)?[- ]var(?:iable)?s?\\b",
    "\\bin (?:the|its) env(?:ironment)?\\b",
    "\\benv(?:ironment)?[- ](?:value|setting|address|(?:wrong |incorrect )?port)s?\\b",
    `${VARIABLE}~(?:${WRONG}|${CHANGED}|points? (?:at|to)|pointing|names?|has|says|uses?|contains|holds|reads|is|was)~${ADDRESS}`,
    `(?:${WRONG}|${CHANGED}|different|another) ${ADDRESS}~${VARIABLE}`,
    `${VARIABLE} ?(?:=|to|as) ?\\S+:\\d+`,
    `${ADDRESS} (?:in|of|from) (?:the |its )?(?:\\w+ )?${VARIABLE}`,
    `configured with (?:a |an |the )?${WRONG} (?:port|address|endpoint)~\\bin (?:the|its) env(?:ironment)?\\b`,
    `\\bits (?:\\w+ ){0,2}address (?:has|names|uses|says|is set to|points (?:at|to)|is|was)~(?:${WRONG} )?(?:port|:\\d)`,
    `(?:calls?|calling|dials?|dialling|dialing|connects? to|connecting to|contacts?|contacting|talks? to|looks? for|expects?|configured (?:to|with)|told to)~(?:on|at|with|via|under|through) (?:the |a |an )?(?:${WRONG}|different|another|closed|nonexistent|non-existent) (?:\\w+ )?(?:port|address)\\b`,
    "(?:calls?|dials?|connects? to|contacts?|talks? to)~ (?:on|at) port \\d+~(?:instead of|not|but)",
    `(?:${WRONG}|incorrect) (?:upstream|backend|downstream|dependency|callee|client)[- ](?:port|address)\\b`,
    "incorrect[- ]port[- ]assignment",
  ],
  fixes: ["(?:set|correct|fix|change|put|restore|revert)~\\b(?:env(?:ironment)?|[a-z0-9]+_(?:addr|port|host))\\b"],
};
