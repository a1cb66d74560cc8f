import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "networkpolicy",
  patterns: [
    "policy-deny",
    "\\ba (?:\\w+ )?(?:network[- ]?policy|netpol)\\b(?! (?:that|which|with|only|allow|list|name|permit|restrict))",
    "(?:network[- ]?polic(?:y|ies)|\\bnetpols?(?!-port))(?:~(?:no (?:ingress|egress)(?: rules?)?|does not allow|doesn't allow|not allow\\w*|without (?:any )?(?:rules?|ingress|egress)|allows? (?:nothing|no (?:one|traffic))))",
    "(?:ingress|egress)(?: traffic)?\\b~(?:denied|denies|deny|blocked|blocks|forbidden|dropped|cut off)(?! by kyverno)",
    "(?:deny|block)[- ]all",
    "default[- ]deny",
    "(?:block|den(?:y|ie)|drop|cut off|isolat|forbid|reject)\\w*~\\b(?:by|due to|through) (?:a |the )?(?:\\w+ )?polic(?:y|ies)",
    "(?:isolation|lockdown|restrict\\w*) polic(?:y|ies)",
    "\\bpolic(?:y|ies)\\b~(?:(?<!port-)block|den(?:y|ies)|drop|cut|isolat|forbid|reject)\\w*",
  ],
  weak: ["network[- ]?polic(?:y|ies)", "\\bnetpols?(?!-port)", "firewall(?:ed| rules?)?"],
  fixes: ["(?:delete|remove|open|relax|drop|loosen)~(?:network ?polic|netpol)\\w*"],
};
