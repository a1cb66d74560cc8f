import { buildWords } from "../build-words.ts";

export const words = buildWords([
  `(?:leaves? out|left out|omits?|omitted|drops?|forgets?|misses|lacks?|missing|without|no longer (?:sends?|sets?|passes|reads?))(?: \\w+){0,3} parameters?`,
  "missing[- ](?:required[- ])?parameter",
  "\\bparameters?\\b~(?:left out|omitted|dropped|forgotten|is missing)",
]);
