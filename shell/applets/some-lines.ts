/** The beginning of a text: so many lines, or all of it. */
export const firstLines = (text: string, most: number): string => {
  let end = 0;
  for (let line = 0; line < most; line++) {
    const at = text.indexOf("\n", end);
    if (at < 0) return text;
    end = at + 1;
  }
  return text.slice(0, end);
};

/** The end of a text: so many lines, or all of it. */
export const lastLines = (text: string, most: number): string => {
  let begin = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let line = 0; line < most && begin >= 0; line++) begin = begin === 0 ? -1 : text.lastIndexOf("\n", begin - 1);
  return most === 0 ? "" : text.slice(begin + 1);
};
