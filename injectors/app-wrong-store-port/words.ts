import { BUILD, buildWords } from "../build-words.ts";

export const words = buildWords([
  "(?:hard-?coded|built[- ]in|compiled[- ]in|baked[- ]in)~\\bports?\\b",
  `${BUILD}~(?:wrong|bad|incorrect)(?: [\\w-]+){0,2} port`,
  `(?:dials?|connects? to|uses?|asks?|has) (?:an? |the )?(?:wrong|bad|incorrect) (?:\\w+ )?port of (?:its|the) (?:store|database|mongo\\w*|mysql)`,
]);
