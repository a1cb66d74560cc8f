import { flagWords } from "../flag-words.ts";

export const words = flagWords(
  "imageSlowLoad",
  "(?:slow )?images?[- ]?slow(?:[- ]?load)?(?:ing)?|slow(?:[- ]?loading)? (?:images?|pictures?)",
);
