/**
 * Replaces `$(NAME)` by the value of a known variable; unknown ones stay as they are, `$$` is a dollar sign. So does a reference
 * at which the text would become longer than the kernel lets an argument be.
 */
export const expandReferences = (text: string, lookUp: (name: string) => string | undefined): string => {
  if (!text.includes("$")) return text;
  let added = 0;
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (match, name: string | undefined) => {
    const value = name === undefined ? "$" : (lookUp(name) ?? match);
    if (added + value.length > ARGUMENT_MAX) return match;
    added += value.length;
    return value;
  });
};

/** Length of a string of a program's arguments or environment, bytes: MAX_ARG_STRLEN of Linux. */
const ARGUMENT_MAX = 131_072;
