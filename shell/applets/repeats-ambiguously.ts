/**
 * True for a regular expression that repeats a group in which something is repeated, so that a text may be divided in more ways
 * than a backtracking engine can try. A group whose rounds are told apart by a character that nothing repeated in it matches is harmless.
 */
export const repeatsAmbiguously = (source: string): boolean => {
  let left = source.replaceAll(/\\[()]/g, "\\x28");
  for (;;) {
    const group = /\((?:\?[:=!])?([^()]*)\)([+*{]?)/.exec(left);
    if (group === null) return false;
    const [whole, inner = "", quantifier = ""] = group;
    if (quantifier !== "" && isAmbiguous(inner)) return true;
    // Of the group around it, this one is a part that may match anything.
    const part = quantifier === "" && quantifiedIn(inner).length > 0 ? ".+" : ".";
    left = `${left.slice(0, group.index)}${part}${left.slice(group.index + whole.length - quantifier.length)}`;
  }
};

const isAmbiguous = (inner: string): boolean => {
  if (beginAlike(inner.split("|"))) return true;
  const repeated = quantifiedIn(inner);
  if (repeated.length === 0) return false;
  if (inner.includes("|")) return true;
  const separators = atomsOf(inner).filter((atom) => LITERAL.test(atom));
  return !separators.some((atom) => !repeated.some((other) => matches(other, atom.replace("\\", ""))));
};

/** True if what one alternative matches may be the beginning of what another does, so that a text may be divided in several ways. */
const beginAlike = (alternatives: readonly string[]): boolean =>
  alternatives.some((one, i) => alternatives.some((other, k) => i !== k && mayBegin(one, other)));

const mayBegin = (one: string, other: string): boolean => {
  if (!/[\\.^$[\]*+?{}]/.test(`${one}${other}`)) return other.startsWith(one);
  const [first, second] = [one, other].map((text) => (atomsOf(text)[0] ?? ".").replace(/(?<=.)(?:[*+?]|\{[^}]*\})$/, "")) as [
    string,
    string,
  ];
  return PRINTABLE.some((character) => matches(first, character) && matches(second, character));
};

const PRINTABLE: readonly string[] = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

/** Characters, sets and classes of an expression, each with its quantifier. */
const atomsOf = (source: string): readonly string[] => source.match(/(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|[^\\])(?:[*+?]|\{[^}]*\})?/g) ?? [];

/** The parts of an expression that may match more than once, without their quantifiers. */
const quantifiedIn = (source: string): readonly string[] =>
  atomsOf(source)
    .filter((atom) => /.(?:[*+]|\{\d*,\d*\})$/.test(atom))
    .map((atom) => atom.replace(/(?:[*+]|\{[^}]*\})$/, ""));

/** A character that stands for itself and must be there. */
const LITERAL = /^(?:\\[^\w]|[^\\.^$[\]])$/;

const matches = (atom: string, character: string): boolean => {
  try {
    return new RegExp(`^(?:${atom})$`, "i").test(character);
  } catch {
    return true;
  }
};
