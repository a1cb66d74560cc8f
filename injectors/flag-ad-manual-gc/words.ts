import { flagWords } from "../flag-words.ts";

export const words = flagWords("adManualGc", "(?:ads? )?manual[- ]?(?:gc|garbage[- ]?collections?)");
