import { BUILD, buildWords } from "../build-words.ts";

export const words = buildWords([
  `${BUILD}~(?:crash\\w*|panics?|fails? to start|ends? at (?:its )?start|exits? (?:at|on) start\\w*|(?:does not|doesn't|cannot|can't|won't) (?:start|come up|boot))`,
]);
