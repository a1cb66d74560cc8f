/** Writes words as a command line that a shell reads back as these words. */
export const toCommandLine = (words: readonly string[]): string => ["kubedrill", ...words].map(quote).join(" ");

/** Replaces an option and its value in the words of a command line, or adds it. */
export const withOption = (words: readonly string[], flag: string, value: string): readonly string[] => {
  const others = words.filter((word, i) => word !== flag && words[i - 1] !== flag && !word.startsWith(`${flag}=`));
  return [...others, flag, value];
};

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
