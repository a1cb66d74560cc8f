import type { FaultWords } from "../fault-words.ts";
import { retryWords } from "../retry-words.ts";

export const words: FaultWords = retryWords;
