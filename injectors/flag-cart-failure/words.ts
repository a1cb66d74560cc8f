import { flagWords } from "../flag-words.ts";

export const words = flagWords("cartFailure", "cart[- ]?failure|cart failing");
