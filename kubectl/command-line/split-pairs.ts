import { CommandFailure } from "../session/errors.ts";

/**
 * Splits words into resources and `key=value` or `key-` pairs.
 *
 * @param noun names a pair in messages
 * @param isPair tells a pair, where it is no `key=value` or `key-`
 */
export const splitPairs = (
  words: readonly string[],
  noun: string,
  isPair: (word: string) => boolean = isAssignment,
): { readonly resources: readonly string[]; readonly pairs: readonly string[] } => {
  const first = words.findIndex(isPair);
  const resources = first === -1 ? words : words.slice(0, first);
  const pairs = first === -1 ? [] : words.slice(first);
  const misplaced = pairs.find((word) => !isPair(word));
  if (misplaced !== undefined) throw new CommandFailure(`all resources must be specified before ${noun} changes: ${misplaced}`);
  return { resources, pairs };
};

const isAssignment = (word: string): boolean => (word.includes("=") && !word.startsWith("=")) || (word.endsWith("-") && word !== "-");
