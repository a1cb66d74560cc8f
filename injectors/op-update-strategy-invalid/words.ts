import { ABSENT, type FaultWords, WRONG } from "../fault-words.ts";

const STRATEGY = "(?:(?:statefulset ?)?update[- ]?strateg(?:y|ies)|statefulsetupdatestrategy|updatestrategy)";
const NONE = `(?:${WRONG}|${ABSENT}|unsupported|unknown|not (?:an? )?(?:supported|valid|known|allowed)|no such|neither|is no\\b|not one of|unrecogni[sz]ed)`;

export const words: FaultWords = {
  on: "tidbcluster",
  patterns: [
    `\\b${STRATEGY}\\b~\\b${NONE}(?:~\\b${STRATEGY}\\b)?`,
    `\\b${NONE}(?: value)?(?: (?:for|of|in))?(?: the)?(?: [\\w.-]+)? ${STRATEGY}\\b`,
    `\\bstatefulsetupdatestrategy\\b`,
    `\\b${STRATEGY}(?= (?:of|in|on) (?:\\w+ (?:of|in) )?(?:the )?tidbcluster)`,
    `(?<=\\btidbcluster tc/[\\w-]+\\b.{0,60})\\b${STRATEGY}\\b`,
  ],
  fixes: [`(?:remove|drop|delete|fix|correct|set)~\\b${STRATEGY}\\b`],
};
