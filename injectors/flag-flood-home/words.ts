import { flagWords } from "../flag-words.ts";

export const words = flagWords(
  "loadGeneratorFloodHomepage",
  "(?:load[- ]?generator )?flood(?:ed|ing)?[- ]?(?:the )?home[- ]?page|home[- ]?page flood(?:ing)?|load[- ]?generator flood(?:ing)?",
);
