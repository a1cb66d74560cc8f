import { BUILD, buildWords } from "../build-words.ts";

export const words = buildWords([
  `${BUILD}~(?:sleeps?|waits?|delays?|delayed|slow\\w*|latency)`,
  "(?:artificial|added|built-in|hard-?coded|injected)(?: \\w+)? (?:delay|sleep|latency|wait)",
  "sleeps? in (?:each|every|its) (?:request|handler|call)s?",
]);
