/** A word in single quotes, its own in double ones, as `alias` and `set -x` print it. */
export const quoteWord = (word: string): string =>
  word === ""
    ? "''"
    : word.replaceAll(/([^']*)('+|$)/g, (whole, plain: string, quotes: string) =>
        whole === "" ? "" : `'${plain}'${quotes === "" ? "" : `"${quotes}"`}`,
      );

/** A word as `set -x` prints it: quoted only where the shell would read it otherwise. */
export const quoteWhereNeeded = (word: string): string => (/[^+,\-./0-9:@A-Z\]^_a-z]/.test(word) ? quoteWord(word) : word);
