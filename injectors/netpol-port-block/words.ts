import { type FaultWords, WRONG } from "../fault-words.ts";

const POLICY = "(?:network[- ]?polic(?:y|ies)|\\bnetpols?|\\bpolic(?:y|ies))";
const PORT = `(?:(?:${WRONG}|other|another|different|single|one) (?:\\w+ )?ports?\\b|ports? ?\\d{2,5}|\\bports?\\b|\\d{2,5}/tcp)`;

export const words: FaultWords = {
  on: "networkpolicy",
  patterns: [
    `${POLICY}~(?:only (?:allows?|opens?|permits?|admits?|lets?)|(?:allows?|opens?|permits?|admits?|lists?|names?|has)\\b(?: \\w+)? only|allows?|permits?|opens?|lists?|names?|has|blocks?|lets?|admits?|limits?|restricts?)~${PORT}`,
    `\\bports?\\b~(?:not (?:allowed|permitted|opened|listed|open|in)|blocked|closed|missing|left out|refused)~${POLICY}`,
    `${POLICY}(?:'s)?[- ](?:(?:${WRONG}|allows)[- ])*ports?(?:[- ]mismatch)?`,
    `\\bports?\\b (?:in|of|on|by) (?:the )?${POLICY}(?:~${WRONG})?`,
  ],
  fixes: ["(?:add|allow|open|correct|fix)~\\bport\\b~polic\\w*"],
};
