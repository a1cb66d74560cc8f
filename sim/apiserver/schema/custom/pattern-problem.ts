import { compileRegex } from "#core/compile-regex.ts";

/** What RE2 says about a pattern; undefined when it compiles. */
export const patternProblem = (pattern: string): string | undefined => {
  try {
    compileRegex(pattern);
    return undefined;
  } catch (cause) {
    return (cause as Error).message;
  }
};
