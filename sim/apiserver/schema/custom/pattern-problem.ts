import { compileRegex } from "#core/compile-regex.ts";

/** Compile error of a pattern in RE2's words; undefined when it compiles. */
export const patternProblem = (pattern: string): string | undefined => {
  try {
    compileRegex(pattern);
    return undefined;
  } catch (cause) {
    return (cause as Error).message;
  }
};
