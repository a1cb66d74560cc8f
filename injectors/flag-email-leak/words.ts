import { flagWords } from "../flag-words.ts";

export const words = flagWords("emailMemoryLeak", "(?:e?[- ]?mail(?:er)?[- ]?(?:service )?)?memory[- ]?leak|e?[- ]?mail(?:er)?[- ]?leak");
