import type { FaultWords } from "../fault-words.ts";

const WRITES =
  "(?:writes?|writing|inserts?|inserting|write (?:commands?|operations?|requests?|queries|access)|updates|modifications|data changes)";

const REFUSES =
  "(?:refus\\w+|reject\\w*|den(?:y|ies|ied)|declin\\w+|block\\w*|disallow\\w*|forbid\\w*|forbad\\w*|takes? no|accepts? no|allows? no|(?:does not|doesn't|no longer|cannot|can't|will not|won't|not) (?:tak\\w+|accept\\w*|allow\\w*|perform\\w*|permit\\w*)(?: any)?)";

/** Things that are read-only by intent, or that other faults are of. */
const OTHER =
  "(?! ?(?:root ?)?(?:file ?systems?|volumes?|mounts?|disks?|access|rights|permissions?|users?|commands?|accounts?|tokens?|kubeconfig)\\b)";

export const words: FaultWords = {
  on: "workload",
  isEveryday: true,
  patterns: [
    `(?:--)?\\b(?:super[-_ ])?read[-_]only\\b(?: (?:mode|option|flag|setting|variable))?${OTHER}`,
    "\\bread only (?:mode|option|flag|state|server|replica)\\b",
    `(?:is|was|are|were|set to|went|became|made|turned|put|started) read only\\b${OTHER}`,
    "(?:--)?min[-_](?:replicas|slaves)[-_]to[-_]write",
    "\\bnoreplicas\\b",
    "(?:not|without|lacks?|too few)~(?:enough |good )*replicas to write",
    `${REFUSES}~\\b${WRITES}\\b`,
    `\\b${WRITES} (?:to \\S+ |into \\S+ |on \\S+ )?(?:(?:are|were|is|was|got|have been) )?(?:being )?(?:refused|rejected|denied|disabled|blocked|forbidden|disallowed|not allowed|turned off|switched off)`,
    "fsync ?lock\\w*",
  ],
  fixes: ["(?:remove|unset|disable|drop|turn off|switch off)~\\b(?:(?:super[-_])?read[-_]only|min[-_](?:replicas|slaves)[-_]to[-_]write)"],
};
