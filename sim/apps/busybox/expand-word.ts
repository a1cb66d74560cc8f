/** What words are expanded with. */
export interface Expansion {
  variable(name: string): string;
  /** Output of a command substitution, without its trailing line breaks. */
  substitute(script: string): string;
}

/** Expands raw words: quotes, `$x`, `${x:-y}`, `$(…)`, `$((…))`. Unquoted results are split at white space. */
export const expandWords = (words: readonly string[], expansion: Expansion): readonly string[] =>
  words.flatMap((word) => expandWord(word, expansion));

/** Expands one raw word to a single string, as assignments and redirects do. */
export const expandToText = (word: string, expansion: Expansion): string =>
  pieces(word)
    .map((piece) => (piece.quote === "'" ? piece.text : expandVariables(piece.text, expansion, piece.quote)))
    .join("");

const expandWord = (word: string, expansion: Expansion): readonly string[] => {
  const hasQuotes = /['"]/.test(word);
  const isLiteral = !/[$`]/.test(word);
  const text = expandToText(word, expansion);
  if (hasQuotes || isLiteral) return [text];
  return text.split(/\s+/).filter((part) => part !== "");
};

interface Piece {
  readonly text: string;
  readonly quote: "" | "'" | '"';
}

const pieces = (word: string): readonly Piece[] => {
  const found: Piece[] = [];
  for (const match of word.matchAll(/'([^']*)'|"((?:\\[\s\S]|\$\([^)]*\)|[^"\\])*)"|((?:\$\((?:[^()]|\([^()]*\))*\)|[^'"])+)/g)) {
    if (match[1] !== undefined) found.push({ text: match[1], quote: "'" });
    else if (match[2] !== undefined) found.push({ text: match[2], quote: '"' });
    else found.push({ text: match[3] ?? "", quote: "" });
  }
  return found;
};

const SUBSTITUTION =
  /\\([\s\S])|\$\(\(((?:[^()]|\([^()]*\))*)\)\)|\$\(((?:[^()]|\([^()]*\))*)\)|`([^`]*)`|\$\{(\w+)(?::?([-+])([^}]*))?\}|\$(\w+|[?#$@*!])/g;

const expandVariables = (text: string, expansion: Expansion, quote: Piece["quote"]): string =>
  text.replaceAll(SUBSTITUTION, (...match: readonly string[]) => {
    const [whole = "", escaped, arithmetic, script, ticked, braced, sign, fallback, plain] = match;
    if (escaped !== undefined) return quote === '"' && !/["\\$`]/.test(escaped) ? whole : escaped;
    if (arithmetic !== undefined) return `${evaluateArithmetic(arithmetic, expansion)}`;
    if (script !== undefined || ticked !== undefined) return expansion.substitute(script ?? ticked ?? "").replace(/\n+$/, "");
    const value = expansion.variable(braced ?? plain ?? "");
    if (sign === "-") return value === "" ? (fallback ?? "") : value;
    return sign === "+" ? (value === "" ? "" : (fallback ?? "")) : value;
  });

/** Integer arithmetic with + - * / % and comparisons, left to right by precedence. */
export const evaluateArithmetic = (text: string, expansion: Pick<Expansion, "variable">): number => {
  const tokens = text.match(/\d+|\$?\w+|[()+\-*/%]|[<>=!]=?/g) ?? [];
  let at = 0;
  const atom = (): number => {
    const token = tokens[at++] ?? "0";
    if (token === "(") {
      const value = compare();
      at += 1;
      return value;
    }
    if (token === "-") return -atom();
    return /^\d/.test(token) ? Number(token) : Number.parseInt(expansion.variable(token.replace("$", "")), 10) || 0;
  };
  const chain = (next: () => number, operators: Readonly<Record<string, (a: number, b: number) => number>>) => (): number => {
    let value = next();
    for (let apply = operators[tokens[at] ?? ""]; apply !== undefined; apply = operators[tokens[at] ?? ""]) {
      at += 1;
      value = apply(value, next());
    }
    return value;
  };
  const product = chain(atom, {
    "*": (a, b) => a * b,
    "/": (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
    "%": (a, b) => (b === 0 ? 0 : a % b),
  });
  const sum = chain(product, { "+": (a, b) => a + b, "-": (a, b) => a - b });
  const compare = chain(sum, {
    "<": (a, b) => Number(a < b),
    ">": (a, b) => Number(a > b),
    "<=": (a, b) => Number(a <= b),
    ">=": (a, b) => Number(a >= b),
    "==": (a, b) => Number(a === b),
    "!=": (a, b) => Number(a !== b),
  });
  return compare();
};
