import { ABSENT, DELETED, type FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "service",
  patterns: [
    `(?<![\\w-])services?\\b(?:(?!(?<![\\w-])(?:(?:is|are|looks?) (?:fine|ok|okay|healthy|good|intact)|selectors?|endpoints?|ports?|labels?|keys?|pods?|config ?map|image|tag|replicas?|roles?|polic\\w+|probe|config|setting|limit|command|binary|node|because|but|since|user(?! (?:was|is|has|had|got|no longer|does|doesn't|object|cannot)\\b)|env|account|secret|to|volume|claim|pvc)(?![\\w-]))[^;,]){0,45}?(?:${ABSENT}|\\bdeleted|\\bremoved|\\bdropped(?= *$|[.,])|vanished|disappeared|\\blost\\b|\\bmissing)(?! (?:a |an |any |the |its |all )?(?:[\\w.-]+ )?(?:endpoints?|pods?|labels?|selectors?|ports?|keys?|replicas?|roles?|env|address|backends?|memory|config))`,
    `(?:${DELETED}|(?<!(?:which|that) (?:is|was) )no|without|removal of|deletion of|absence of|loss of)(?: (?:the|a|its|this|that|any))? (?:(?!from\\b|in\\b|of\\b|because\\b|since\\b|as\\b|but\\b|when\\b|key\\b|setting\\b)[\\w'-]+ ){0,2}?(?<!config)service(?: object)?\\b(?! (?:endpoints?|selectors?|ports?|accounts?|labels?|pods?|is (?:healthy|affected)|fault|fail))(?: (?:named |called )?[\\w.-]+(?= exists?\\b| is there\\b| is left\\b))?(?: (?:exists?|is there|is left)\\b)?`,
    "(?:is not|isn't) any service\\b",
    "(?:someone|somebody|an operator) (?:deleted|removed)~\\bservice\\b",
  ],
  fixes: ["(?:recreate|re-create|restore|re-?apply|create|expose)~\\bservice\\b(?! (?:selector|port|target))", "kubectl expose"],
  elsewhere: { deployment: "other:workload-deleted", statefulset: "other:workload-deleted" },
  canCause: ["name-does-not-resolve"],
};
