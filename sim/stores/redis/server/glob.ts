import { LinearExpression } from "#core/linear-expression.ts";
/** A pattern of Redis (`*`, `?`, `[a-z]`, `[^a]`, `\x`) as one that matches whole texts. */
export const globToPattern = (glob: string): RegExp => {
  let source = "";
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at] as string;
    if (character === "*") source += "[\\s\\S]*";
    else if (character === "?") source += "[\\s\\S]";
    else if (character === "\\" && at + 1 < glob.length) source += escaped(glob[++at] as string);
    else if (character === "[") {
      const end = glob.indexOf("]", at + 1);
      const body = end < 0 ? glob.slice(at + 1) : glob.slice(at + 1, end);
      source += body === "" || body === "^" ? "[^\\s\\S]" : `[${body.replaceAll(/[\\\]]/g, "\\$&")}]`;
      at = end < 0 ? glob.length : end;
    } else source += escaped(character);
  }
  try {
    return new LinearExpression(`^${source}$`);
  } catch {
    return /^[^\s\S]$/;
  }
};

const escaped = (character: string): string => character.replace(/[$()*+./?[\\\]^{|}-]/, "\\$&");
