import { flagWords } from "../flag-words.ts";

export const words = flagWords("paymentFailure", "payments?[- ]?fail(?:ure|ing)?");
