import type { RequestContext } from "../kind-strategy.ts";

/**
 * What strict decoding says about a body: fields that come twice, then fields that the type lacks.
 *
 * Unless the request is strict they are warnings, or nothing at all.
 * @returns `strict decoding error: …` when the request is to be refused
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
