import type { Span } from "./compile-words.ts";

/** Clause of a sentence, with its role: a cause, an effect, or neither. */
export interface Clause extends Span {
  readonly role: "cause" | "effect" | "plain";
}

/** Splits a text into sentences; dots in names, numbers and versions end none. */
export const splitSentences = (text: string): readonly string[] =>
  text
    .replace(/\b(?:e\.g|i\.e|etc|vs|approx)\./g, (word) => word.replaceAll(".", ""))
    .split(/(?<=[.!?])\s+|\s*[;\n]+\s*/)
    .map((sentence) => sentence.replace(/^(?:[-*•#>]+|\d+[.)])\s+/, "").trim())
    .filter((sentence) => sentence !== "");

/** Splits a sentence into clauses, never inside the given spans. */
export const splitClauses = (sentence: string, whole: readonly Span[]): readonly Clause[] => {
  const clauses: Clause[] = [];
  let from = 0;
  let role: Clause["role"] = "plain";
  for (const cut of findCuts(sentence, whole)) {
    if (cut.from < from) continue;
    clauses.push({ from, to: cut.from, role: cut.before ?? role });
    from = cut.keepsWord === true ? cut.from : cut.to;
    role = cut.after ?? "plain";
  }
  clauses.push({ from, to: sentence.length, role });
  return clauses.filter((clause) => sentence.slice(clause.from, clause.to).trim() !== "");
};

/** Tells sentences that begin as a consequence of the one before. */
export const beginsWithEffect = (sentence: string): boolean =>
  /^(?:as a (?:result|consequence)|consequently|because of this|due to this|this (?:causes|makes|leads|breaks|leaves)|which|thus|hence|so|therefore|impact|effects?|consequences?|symptoms?)\b/.test(
    sentence,
  );

interface Connective {
  readonly pattern: RegExp;
  readonly before?: Clause["role"];
  readonly after?: Clause["role"];
  /** True for words that stay in the clause that they open. */
  readonly keepsWord?: true;
}

const CONNECTIVES: readonly Connective[] = [
  {
    pattern:
      /,? ?(?<!\bnot )(?<!n't )\b(?:because of|because|due to|owing to|(?:is |are |was |were )?caused by|as a result of|thanks to|(?:which )?stem(?:s|ming) from|(?:which )?comes? from|(?:is |was )?traced (?:back )?to|(?:which )?results? from|resulting from|since(?! (?:\d|then|about|yesterday|today|last|the (?:last|deploy|rollout|start)))|given that|on account of|as (?=its|the|a|an)|(?:and )?(?:the |its )?(?:root )?(?:cause|reason)(?: (?:of|for) \w+)? (?:is|was|being))\b(?: that)?/g,
    before: "effect",
    after: "cause",
  },
  {
    pattern:
      /,? ?\b(?:so that|so|therefore|thus|hence|consequently|as a (?:result|consequence)|(?:which|this|that|and) (?:makes|causes|leads|leaves|breaks|means|in turn|is why|made|caused|broke|left)|causing|leading to|leads to|making|leaving|breaking|resulting in|results in|causes|with the result|whereupon|until|and (?:now|then))\b/g,
    after: "effect",
  },
  {
    pattern:
      /,? ?\b(?:but|however|whereas|while|although|though|nevertheless|yet|except(?: that| for)?)\b|(?: -+ | — | – |—|: | -> | → | => )/g,
  },
  {
    pattern:
      /,? ?\b(?:and|or)? ?\b(?:not(?= (?:the|a|an|on|in|by|because|from|its) )(?! (?:the|an?) (?:[\w-]+ )?(?:problem|cause|issue|culprit|reason|fault|trigger|defect|source|matter|concern)\b)|rather than|instead of|as opposed to|other than|apart from)\b/g,
    keepsWord: true,
  },
  {
    pattern:
      /,? (?:and |or |though )?(?:i |we )?(?:possibly|perhaps|maybe|less likely|alternatively|failing that|can(?:not|'t) (?:\w+ )?(?:exclude|rule out|discount))\b/g,
    keepsWord: true,
  },
];

interface Cut extends Span {
  readonly before?: Clause["role"] | undefined;
  readonly after?: Clause["role"] | undefined;
  readonly keepsWord?: true | undefined;
}

const findCuts = (sentence: string, whole: readonly Span[]): readonly Cut[] =>
  CONNECTIVES.flatMap(({ pattern, before, after, keepsWord }) =>
    [...sentence.matchAll(pattern)].map(({ index, 0: found }) => ({ from: index, to: index + found.length, before, after, keepsWord })),
  )
    .filter(({ from }) => from > 0 && !whole.some((span) => span.from < from && from < span.to))
    .sort((a, b) => a.from - b.from || b.to - a.to);
