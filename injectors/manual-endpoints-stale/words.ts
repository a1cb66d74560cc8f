import type { FaultWords } from "../fault-words.ts";

const ENDPOINTS = "(?:endpoint(?: ?slices?|s)?|endpoint addresses)";
const HAND = "(?:manual|manually (?:created|managed|maintained|written|made)|hand[- ]?(?:made|written|maintained))";
const ADDRESS = "(?:\\bip\\b|address\\w*|pod)";
const NOBODYS = "(?:gone|deleted|recycled|replaced|no longer exists?|(?:does not|doesn't) exist|(?:which|that) no (?:\\w+ )?pod has)";
const DEAD = "(?:stale|dead|old|outdated|gone|deleted|former|obsolete|hard-?coded|fixed)";

export const words: FaultWords = {
  on: "service",
  patterns: [
    `(?:stale|${HAND}|static|hard-?coded|outdated|dead)[- ](?:[\\w-]+ ){0,2}?${ENDPOINTS}`,
    `${ENDPOINTS}~(?:stale|outdated|hard-?coded|hand-?(?:made|written)|(?:made|written|created|maintained|managed) (?:by hand|manually)|manually)`,
    `${ENDPOINTS}~(?:points?|pointing|holds?|lists?|has|contains|refers?|refer+ing|leads?|with)~${DEAD}~(?:\\bip\\b|address\\w*|pod)`,
    `${ENDPOINTS}~(?:points?|pointing|holds?|lists?|has|contains|refers?|leads?|with)~${ADDRESS}~${NOBODYS}`,
    `(?:no|without|lost|lacks?|missing) (?:its )?selectors?\\b~${ENDPOINTS}~(?:${DEAD}|${NOBODYS})`,
    `\\bselectors?\\b~${HAND} ${ENDPOINTS}`,
    `(?:service|selector)~(?:no|without|lost|lacks|lost its|missing)~selector~${DEAD}~(?:\\bip\\b|address\\w*|pod|endpoint\\w*)`,
    `(?:points?|pointing|leads?|sends?|routes?)(?: \\w+){0,2}? to (?:the |an? )?(?:\\bip\\b |address )?(?:of )?(?:the |an? )?${DEAD} (?:pod )?(?:\\bip\\b|address|endpoint)`,
    "selector-?less (?:service~)?(?:endpoint\\w*|address)",
  ],
  fixes: ["(?:delete|remove|drop)~(?:manual|stale|hand-?made|hand-?written) endpoint ?slice"],
};
