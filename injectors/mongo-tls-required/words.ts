import type { FaultWords } from "../fault-words.ts";

const TLS = "(?:\\btls\\b|\\bssl\\b)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "\\brequire-?(?:tls|ssl)\\b",
    `${TLS}(?:[- ]modes?)?[- ]mismatch`,
    `(?:requires?|demands?|wants|needs|insists on|enforces?|expects?|accepts?|takes?|allows?) (?:now )?(?:only |nothing but )?(?:connections? (?:with|over) )?${TLS}(?: (?:alone|only|now|connections?))?`,
    `${TLS}(?:[- ]?mode)?~(?:required|enforced|mandatory|demanded|turned on|switched on|enabled|set to|activated)`,
    `(?:enabled|turned on|switched on|activated|enforc\\w+) ${TLS}`,
    `(?:not|n't|no|without) (?:speak |use |support |talk |do |know )?${TLS}`,
  ],
  weak: [TLS],
  fixes: [`(?:disable|turn off|switch off|set|allow)~${TLS}`],
};
