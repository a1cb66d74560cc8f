import type { RequestContext } from "../kind-strategy.ts";

/**
 * Error of strict decoding: duplicate fields, then unknown ones. Unless the request is strict they become warnings, or nothing at all.
 * @returns `strict decoding error: …` when the request is refused
 */
export const strictProblems = (
  { fieldValidation, strictErrors = [], warnings }: RequestContext,
  unknownFields: readonly string[],
  others: readonly string[] = strictErrors,
): string | undefined => {
  if (fieldValidation === "Ignore" || unknownFields.length + others.length === 0) return undefined;
  const texts = [...others, ...unknownFields.map((field) => `unknown field "${field}"`)];
  if (fieldValidation === "Strict") return `strict decoding error: ${texts.join(", ")}`;
  warnings.push(...texts);
  return undefined;
};
