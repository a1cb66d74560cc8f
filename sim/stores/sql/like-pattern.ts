import { LinearExpression } from "#core/linear-expression.ts";

/** Makes the expression of a pattern of `LIKE`. */
export const likePattern = (pattern: string, ignoresCase: boolean): RegExp => {
  let source = "";
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    if (character === "%") source += "[\\s\\S]*";
    else if (character === "_") source += "[\\s\\S]";
    else source += (character === "\\" ? (pattern[++at] ?? "\\") : character).replace(/[$()*+./?[\\\]^{|}-]/, "\\$&");
  }
  return new LinearExpression(`^${source}$`, ignoresCase ? "i" : "");
};
