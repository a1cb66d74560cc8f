import { type FaultWords, WRONG } from "../fault-words.ts";

/** Words for an effect that is none. */
const NO_EFFECT = `(?:${WRONG}|unsupported(?: value)?|unknown|not (?:an? )?(?:supported|valid|known|allowed|one of)|rejected|refused|no such|is no)`;

const EFFECT = "(?: (?:valid )?(?:taint )?effects?\\b)?";

export const words: FaultWords = {
  on: "tidbcluster",
  patterns: [
    "\\btolerations?\\b(?= (?:in|of|on) (?:(?:the )?tidbcluster|spec\\.))",
    `\\btolerations?\\b~\\b${NO_EFFECT}${EFFECT}`,
    `\\b${NO_EFFECT}\\b(?:~\\beffects?\\b)?~\\btolerations?\\b(?:~\\beffects?\\b)?`,
    `\\btolerations?\\b~\\beffects?\\b(?:~\\b${NO_EFFECT}${EFFECT})?`,
    `\\beffects?\\b~\\b${NO_EFFECT} (?:valid )?taint effects?\\b(?:~\\btolerations?\\b)?`,
    "\\b(?:taint )?effect\\b~\\bunsupported value\\b",
  ],
  fixes: ["(?:remove|drop|delete|fix|correct)~\\btolerations?\\b"],
};
