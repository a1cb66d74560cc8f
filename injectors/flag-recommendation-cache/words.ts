import { flagWords } from "../flag-words.ts";

export const words = flagWords("recommendationCacheFailure", "recommendations?[- ]?cache(?:[- ]?(?:failure|failing|leak))?");
