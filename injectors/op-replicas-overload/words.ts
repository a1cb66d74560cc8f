import type { FaultWords } from "../fault-words.ts";

const MANY =
  "(?:(?:far |way |much )?too many|too high|(?:far )?more than|excessive|huge|absurd|enormous|unreasonable|ridiculous|exceeds?|overload\\w*|oversized|inflated|exploded|hundreds?(?: of)?|dozens(?: of)?|\\d{2,6})";
const REPLICAS = "(?:replicas?(?:[- ]counts?)?|tidb (?:pods|servers|instances))";

export const words: FaultWords = {
  on: "tidbcluster",
  patterns: [
    `\\b${MANY} (?:[\\w-]+ )?${REPLICAS}\\b`,
    // Of a workload such a number is no fault by itself.
    `\\b${REPLICAS}(?= (?:of|in|on) (?:\\w+ (?:of|in) )?(?:the )?tidbcluster)`,
    `(?<=\\btidbcluster tc/[\\w-]+\\b.{0,60})\\b${REPLICAS}(?:~\\b\\d{2,6}\\b)?`,
    `\\b${REPLICAS}(?:~\\b\\d{2,6})?\\b(?=.{0,40}\\btidbcluster tc/)`,
    `\\b${REPLICAS}\\b~\\b(?:set|raised|scaled|changed|bumped|increased|configured) (?:to|as|with) \\d{2,6}\\b`,
    `\\b${REPLICAS}~\\b(?:too many|too high|far too (?:high|large|many)|excessive|absurd\\w*|unreasonabl\\w*|much too (?:high|large|many))\\b`,
    "\\breplicas?[- ]overload\\w*",
    "\\boverload\\w*~\\breplicas?\\b",
    "\\bscal(?:ed|es|ing)(?: out| up)?~\\bto \\d{2,6} (?:replicas|pods)\\b",
  ],
  fixes: ["(?:lower|reduce|decrease|put back|set|restore)~\\breplicas?\\b"],
  canCause: ["pending"],
};
