import { flagWords } from "../flag-words.ts";

export const words = flagWords("adFailure", "ads?[- ]?failure|ads? failing|failing ads?");
