/** Value of an option of a command line, `--port 80` or `--port=80`; undefined where it is not given. */
export const commandOption = (words: readonly string[], name: string): string | undefined => {
  const at = words.findIndex((word) => word === name || word.startsWith(`${name}=`));
  return at < 0 ? undefined : words[at] === name ? words[at + 1] : words[at]?.slice(name.length + 1);
};
