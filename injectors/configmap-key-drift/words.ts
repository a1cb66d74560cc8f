import { CHANGED, DELETED, type FaultWords, WRONG } from "../fault-words.ts";

export const words: FaultWords = {
  on: "configmap",
  patterns: [
    "configmap-(?:key-)?drift",
    "mis-?configur\\w+[- ]configmap",
    `\\bsetting [\\w.-]+(?:~(?:${WRONG}|${CHANGED}|${DELETED}|empty|points? (?:at|to)|pointing|not (?:set|present|in)|isn't|instead|reads|names|should be|has a|contains|\\bsays?\\b|\\bholds?\\b|\\bcorrect (?:is|one|value)|(?:but|while|whereas) (?:the )?(?:\\w+ )?(?:host|server|port|address|name|service)))`,
    `(?:${WRONG}|${CHANGED}|${DELETED}|lacks?|lacking|without|no\\b|empty|dropped|misses|misnamed|renamed)~\\bsetting [\\w.-]+`,
    `\\b(?:key|entry|value|address|parameter|property|option|member)s?\\b~(?:configmap|configuration|\\bconfig\\b|config\\.json)~(?:${WRONG}|${CHANGED}|${DELETED}|empty|points? (?:at|to))`,
    `(?:${WRONG}|${CHANGED}|${DELETED}|lacks?|without|empty)~\\b(?:key|entry|value|address|host|port|parameter|property|option|member)s?\\b~(?:\\bin|\\bfrom|\\bof|inside|within)~(?:configmap|configuration|\\bconfig\\b|config\\.json)`,
    `(?:configmap|config\\.json)\\b~(?:${WRONG}|${CHANGED}|corrupt\\w*|points? (?:at|to)|pointing|lacks?|misses (?=(?:the |its |a )?(?:\\S+ )?(?:key|entry|setting|value|address)|\\bkey)|lost|no longer (?:has|contains|holds|carries|lists)|has no\\b|with no\\b|without|drift\\w*|missing (?:a |an |the |its )?(?:[\\w.-]+ )?(?:key|entry|address|value|setting)|wrong|contains|holds)`,
    `(?:${WRONG}|drift\\w*|corrupt\\w*|changed|edited) (?:[\\w-]+ )?(?:configmap|config\\.json)\\b`,
    `\\bconfig(?:uration)?(?: file)?\\b~(?:points? (?:at|to)|pointing|lacks?|no longer (?:has|contains)|has (?:a |an |the )?wrong|names|missing (?:a |an |the |its )?(?:[\\w.-]+ )?(?:key|entry|address|value|setting))`,
    `(?:configured|configuration|config) with (?:a |an |the )?${WRONG}~(?:address|host|port|value)`,
    `config(?:map|uration)?[- ](?:key|entry|value|setting)s?\\b~(?:${WRONG}|${CHANGED}|${DELETED}|empty)`,
  ],
  weak: [
    "\\bsetting [\\w.-]+ ?[=:] ?[\\w.-]+(?::\\d+)?",
    `(?:mongo(?:db)?|consul|memcached?|database|registry|store|cache|jaeger)(?:'s)? (?:address|host ?name|url|endpoint|port)~(?:${WRONG}|${CHANGED}|${DELETED}|empty|points? (?:at|to))`,
    `(?:${WRONG}|${DELETED}|empty) (?:[\\w-]+ ){0,2}(?:mongo(?:db)?|consul|memcached?|database|registry|store|cache) (?:address|host ?name|url|port)`,
  ],
  fixes: [
    "(?:restore|correct|fix|put|set|change|add|revert)~\\bsetting [\\w.-]+",
    "(?:restore|correct|fix|put|set|change|add|revert)~(?:key|value|address|entry)~(?:configmap|config)",
  ],
  canCause: ["container-cannot-be-created", "name-does-not-resolve"],
};
