import { ABSENT, CHANGED, type FaultWords, WRONG } from "../fault-words.ts";

/** Words for what an image can be wrong for, although it is there. */
const PROCESSOR = "(?:cpu |processor )?(?:architectures?|arch|platforms?|processors?)\\b";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "image[- ](?:reference|tag|digest)(?:[- ]nonexistent)?",
    `(?<!\\b(?:in|of) (?:the |its )?)\\b(?:images?|tags?|digest|image repository)\\b~(?:${ABSENT}|no such|(?:never|nobody|no one)(?: ever)? (?:been )?(?:pushed|published|built|made)|(?:not|isn't|wasn't) (?:been )?(?:pushed|published|available)|(?:not|isn't|is not) (?:\\w+ )?in (?:the|any|our|that) (?:registry|repository)|unknown|missing (?:in|from) (?:the |its |our )?(?:registry|repo\\w*)|unavailable|not available|unpullable|unresolvable|cannot be resolved|manifest unknown|the registry does not (?:have|know))`,
    `\\b(?:images?|tags?|digest)\\b~\\b(?<!\\b(?:architecture|platform) is )(?:${WRONG}|${CHANGED})\\b(?! ${PROCESSOR})`,
    `(?:${WRONG}(?: in)?|(?:${ABSENT}|missing|unknown|fictitious|made-up|no such|unpublished)(?! in\\b| from\\b))(?: the| its)?(?: [\\w-]+){0,2} (?:image|tag|digest)\\b(?! pull)`,
    "(?:references?|refers to|points? (?:at|to)|asks for|names|uses|wants) (?:an? |the )?~(?<!\\b(?:in|of) (?:the |its )?|\\b(?:arm ?64|aarch64|amd64)(?:-only)? )\\b(?:image|tag|digest)\\b",
    `\\bimages?\\b(?: [\\w./:-]+){0,4}? (?:because|since|as) (?!.*\\b(?:secret|credential))[^;]{0,90}?(?:${ABSENT}|no such|manifest unknown|never (?:been )?pushed)`,
    "\\bimages? (?:\\S+ )?(?:that|which|and|,) (?:cannot|can't|could not|couldn't) be (?:pulled|found|resolved)(?! because)",
  ],
  fixes: ["(?:put|set|change|restore|revert|correct|fix|roll)~\\b(?:image|tag|digest)\\b"],
  canCause: ["image-pull-fails"],
};
