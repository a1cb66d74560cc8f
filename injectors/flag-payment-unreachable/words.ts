import { flagWords } from "../flag-words.ts";

export const words = flagWords("paymentUnreachable", "payment[- ]?unreachable|unreachable payment");
