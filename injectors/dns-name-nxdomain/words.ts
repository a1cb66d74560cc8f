import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "name-server",
  patterns: [
    "coredns",
    "corefile",
    "(?:cluster )?dns (?:is|was|server|resolver|outage|failure|misconfig\\w*|broken)",
    "dns~(?:misconfigured|broken|\\bdown\\b|denies)",
  ],
  fixes: ["(?:remove|drop|delete|fix|restore)~(?:corefile|coredns|stanza)"],
};
