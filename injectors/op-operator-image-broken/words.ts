import { ABSENT, type FaultWords, WRONG } from "../fault-words.ts";

/** Words for an operator's image, beside those for any. */
export const words: FaultWords = {
  on: "workload",
  patterns: [
    `\\boperators?\\b(?:'s)?(?: [\\w-]+)? image\\b(?:~\\b(?:${WRONG}|${ABSENT})\\b)?`,
    `\\bimages?\\b~\\b(?:repository|repo|name)\\b~\\b(?:${WRONG}|${ABSENT})\\b`,
    `\\b${WRONG}(?: [\\w-]+)? (?:image )?(?:repository|repo)\\b(?! url)`,
  ],
  fixes: ["(?:put|set|change|restore|revert|correct|fix)~\\b(?:image|repository)\\b"],
  canCause: ["image-pull-fails"],
};
