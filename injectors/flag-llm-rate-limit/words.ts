import { flagWords } from "../flag-words.ts";

export const words = flagWords("llmRateLimitError", "(?:llm|ai)?[- ]?rate[- ]?limit(?:ing)?(?:[- ]?errors?)?");
