import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "(?:dns[- ]?policy|dnsconfig)\\b(?:~(?:name ?servers?|none|default|external|public|clusterfirst|\\d+\\.\\d+\\.\\d+\\.\\d+))?",
    "\\b(?:external|public|foreign|internet|upstream|outside|google'?s?|cloudflare'?s?)(?: \\w+)? (?:dns|name ?servers?|resolvers?)\\b(?: servers?)?(?: (?:instead of|rather than|and not|in place of) (?:the )?(?:coredns|kube-dns|cluster'?s?(?: own)?(?: (?:dns|name ?server|resolver))?))?",
    "\\b(?:dns|name ?servers?|resolvers?)\\b~(?:outside (?:of )?(?:the |this )?cluster|external|public|\\d+\\.\\d+\\.\\d+\\.\\d+)",
    "\\b(?:ask|query|queries|querying|resolv\\w+|look\\w* up|use|using)~(?:8\\.8\\.8\\.8|8\\.8\\.4\\.4|1\\.1\\.1\\.1|1\\.0\\.0\\.1|9\\.9\\.9\\.9)",
    "\\b(?:bypass|skip|ignore|circumvent)\\w*~(?:cluster'?s? (?:dns|name ?server)|coredns|kube-dns)",
    "resolv\\.conf",
  ],
  fixes: ["(?:dns[- ]?policy|dnsconfig)\\b", "clusterfirst"],
  canCause: ["name-does-not-resolve"],
};
