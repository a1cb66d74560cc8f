/** Replaces `$(NAME)` by the value of a known variable; unknown ones stay as they are, `$$` is a dollar sign. */
export const expandReferences = (text: string, lookUp: (name: string) => string | undefined): string => {
  if (!text.includes("$")) return text;
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (match, name: string | undefined) => (name === undefined ? "$" : (lookUp(name) ?? match)));
};
