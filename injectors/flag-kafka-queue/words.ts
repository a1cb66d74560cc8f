import { flagWords } from "../flag-words.ts";

export const words = flagWords("kafkaQueueProblems", "kafka[- ]?(?:queue|topic)(?:[- ]?(?:problems?|overload|flood))?|queue[- ]?problems?");
