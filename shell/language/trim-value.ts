import { LinearExpression } from "#core/linear-expression.ts";
import { patternExpression } from "./patterns.ts";

/** Takes what matches a pattern off the beginning of a value (`#`: the shortest, `##`: the longest match) or off its end (`%`, `%%`). */
export const trimValue = (value: string, operator: string, pattern: string): string => {
  const source = patternExpression(pattern).source.slice(1, -1);
  const isLongest = operator.length === 2;
  if (operator.startsWith("#")) {
    // Of parts that may be of any length each is as short as it can be, or as long.
    const shortest = isLongest ? source : source.replaceAll("[\\s\\S]*", "[\\s\\S]*?");
    return value.slice(new LinearExpression(`^${shortest}`).exec(value)?.[0].length ?? 0);
  }
  const kept = new LinearExpression(`^([\\s\\S]*${isLongest ? "?" : ""})${source}$`).exec(value)?.[1];
  return kept ?? value;
};
