import type { FaultWords } from "./fault-words.ts";

/**
 * Creates the words of one feature flag: they name it, while words for any flag are those of the type.
 *
 * @param about words that people use for the flag instead of its key, as a pattern
 */
export const flagWords = (flag: string, about: string): FaultWords => {
  const key = flag.toLowerCase();
  const named = `(?:\\b${key}\\b|(?:${about}) (?:feature[- ]?)?(?:flag|toggle)\\b)`;
  const kind = "(?:feature[- ]?)?(?:flag|toggle)s?";
  return {
    on: "configmap",
    patterns: [`(?:${kind} )?${named}(?: ${kind})?`],
    fixes: [`(?:turn|switch|disable|reset|revert)~${named}`],
  };
};
