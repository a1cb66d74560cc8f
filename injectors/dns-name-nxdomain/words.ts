import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "name-server",
  patterns: [
    "(?:configmap (?:kube-system/)?)?coredns(?:~(?:unresolvable|\\brule\\b|template|stanza|block|nxdomain|den(?:y|ies)|override))?",
    "corefile",
    "(?:cluster )?dns (?:is|was|server|resolver|outage|failure|misconfig\\w*|broken)",
    "dns~(?:misconfigured|broken|\\bdown\\b|denies)",
  ],
  weak: ["dns[- ](?:\\w+[- ])?nxdomain", "nxdomain[- ]override"],
  fixes: ["(?:remove|drop|delete|fix|restore)~(?:corefile|coredns|stanza)"],
};
